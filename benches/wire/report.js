// `node report.js FOLDER...` prints the totals of all documents and the causes of differences as two tables. Fails if a cause is a failure.
'use strict';
const fs = require('fs');
const path = require('path');

const KEYS = ['operations', 'calls', 'sent', 'accepted', 'values', 'lost', 'decoded', 'answersLost'];
const total = Object.fromEntries(KEYS.map((key) => [key, 0]));
const causes = {};
let documents = 0;
for (const folder of process.argv.slice(2)) {
  const file = (name) => path.join(folder, name);
  documents++;
  if (!fs.existsSync(file('result.json'))) {
    const why = ['compiler', 'errors'].filter((name) => fs.existsSync(file(name))).map((name) => fs.readFileSync(file(name), 'utf8').slice(0, 300));
    (causes['failed: no result'] ??= []).push({ call: fs.readFileSync(file('document'), 'utf8').trim(), key: '', why: why.join('') });
    continue;
  }
  const result = JSON.parse(fs.readFileSync(file('result.json')));
  for (const key of KEYS) total[key] += result.counts[key];
  for (const cause of result.causes) (causes[cause.kind] ??= []).push({ ...cause, title: result.title });
}
console.log('| documents | operations | calls | calls sent | requests accepted by prism | values set in requests | values lost in requests | responses received unchanged | responses lost |');
console.log('|---|---|---|---|---|---|---|---|---|');
console.log(`| ${[documents, ...KEYS.map((key) => total[key])].join(' | ')} |`);
console.log('\n| cause of a difference | number of cases | example |\n|---|---|---|');
const isFailure = (kind) => !/^(validator|told|refused)/.test(kind);
const sorted = Object.entries(causes).sort(([one], [other]) => isFailure(other) - isFailure(one) || one.localeCompare(other));
for (const [kind, of] of sorted) {
  const { title, call, key, why } = of[0];
  console.log(`| ${kind} | ${of.length} | ${`${title ?? ''}: ${call} ${key}: ${why}`.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 240)} |`);
}
process.exitCode = sorted.some(([kind]) => isFailure(kind)) ? 1 : 0;
