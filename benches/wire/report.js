// `node report.js FOLDER...` summarises the results of documents as the table in `benches/README.md`. Fails if something failed.
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
console.log('| documents | operations | calls | sent | accepted | values set | of them lost | answers decoded, and encoded alike | answers lost |');
console.log('|---|---|---|---|---|---|---|---|---|');
console.log(`| ${[documents, ...KEYS.map((key) => total[key])].join(' | ')} |`);
console.log('\n| what else | times | such as |\n|---|---|---|');
const isFailure = (kind) => !/^(validator|told|refused)/.test(kind);
const sorted = Object.entries(causes).sort(([one], [other]) => isFailure(other) - isFailure(one) || one.localeCompare(other));
for (const [kind, of] of sorted) {
  const { title, call, key, why } = of[0];
  console.log(`| ${kind} | ${of.length} | ${`${title ?? ''}: ${call} ${key}: ${why}`.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 240)} |`);
}
process.exitCode = sorted.some(([kind]) => isFailure(kind)) ? 1 : 0;
