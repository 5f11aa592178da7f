// `node types.js program RESULT PACKAGE` writes a program that decodes the JSON values of `RESULT/values.json` with the types of the
// client by openapi-to-rust in `PACKAGE/src/api`, and writes the input of the program to `PACKAGE/lines`. `node types.js report RESULT…`
// reports the outcomes for both clients.
'use strict';
const fs = require('fs');
const path = require('path');
const { same } = require('./compare');

const read = (...name) => JSON.parse(fs.readFileSync(path.join(...name)));

// Returns the type that a method of the client takes or returns for a value, `null` if the method takes or returns no JSON, or the
// reason why it fails.
function typeOf({ place, method, path, status }, methods) {
  const own = methods.filter(({ operation }) => operation.source_method === method && operation.source_path === path);
  if (place === 'body') return own.flatMap(({ signature }) => signature.arguments).find(({ name }) => name === 'request')?.rust_type.replace(/^Option < (.*) >$/, '$1') ?? null;
  const json = own.filter(({ operation }) => operation.response_kind === 'json');
  const isOf = (pattern) => new RegExp(`^${pattern.replace(/x/gi, '.')}$`).test(status);
  const isTaken = ({ operation: { response_statuses: taken, response_excluded_statuses: not } }) => !taken.length || (taken.some(isOf) && !not.includes(String(status)));
  const type = json.find(isTaken)?.signature.return_type.match(/^Result < (.*) , ApiOpError </)?.[1];
  return type ?? (json.length ? { failed: `${status} is another success` } : null);
}

function program(result, target) {
  const methods = read(target, 'src/api/bindings.json').symbols.filter(({ operation }) => operation);
  const types = [];
  const lines = [];
  const values = read(result, 'values.json').map((each) => {
    const type = typeOf(each, methods);
    if (typeof type !== 'string') return { ...each, theirs: type };
    if (!types.includes(type)) types.push(type);
    lines.push(`${types.indexOf(type)} ${JSON.stringify(each.value)}\n`);
    return { ...each, type };
  });
  const arms = types.map((type, index) => `        ${index} => again::<${type}>(text),\n`).join('');
  const code = `\nfn by_type(ty: usize, text: &str) -> Result<serde_json::Value, String> {\n    match ty {\n${arms}        _ => Err("no type".into()),\n    }\n}\n`;
  fs.writeFileSync(path.join(target, 'src/main.rs'), fs.readFileSync(path.join(__dirname, 'types.rs')) + code);
  fs.writeFileSync(path.join(target, 'lines'), lines.join(''));
  fs.writeFileSync(path.join(result, 'typed.json'), JSON.stringify(values));
}

const REFUSALS = {
  'another success': 'refused: a success status that the method does not take',
  'oneOf|did not match any variant': 'refused: no member of a union',
  'unknown variant': 'refused: a value of an enum',
  'invalid type: null': 'refused: null',
  '': 'refused: another reason',
};

// Returns the names of the fields with this mark anywhere in a document, such as `readOnly`.
function marked(document, mark) {
  const names = new Set();
  JSON.stringify(document, (name, schema) => (schema?.[mark] === true && names.add(name), schema));
  return names;
}

function refusal(reason, place, document) {
  const missing = reason.match(/missing field `(.*?)`/)?.[1];
  if (missing === undefined) return REFUSALS[Object.keys(REFUSALS).find((pattern) => new RegExp(pattern).test(reason))];
  const [mark, other] = place === 'body' ? ['readOnly', 'answers'] : ['writeOnly', 'requests'];
  return marked(document, mark).has(missing) ? `refused: a ${mark} field is missing, which only ${other} have` : 'refused: a field is missing';
}

// Returns the kinds of differences between two values, each with its first place.
function differences(set, came, found = {}, place = '') {
  if (set !== null && came !== null && typeof set === 'object' && typeof came === 'object' && Array.isArray(set) === Array.isArray(came)) {
    for (const name of new Set([...Object.keys(set), ...Object.keys(came)])) {
      const [inSet, inCame] = [Object.hasOwn(set, name), Object.hasOwn(came, name)];
      const kind = (inSet ? set : came)[name] === null ? 'null as if absent, or absent as null' : !inSet ? 'a field added' : name === 'not declared' ? 'an undeclared field dropped' : 'a declared field dropped';
      if (inSet && inCame) differences(set[name], came[name], found, `${place}.${name}`);
      else found[kind] ??= `${place}.${name}`;
    }
  } else if (!same(set, came)) found[typeof set === 'number' ? 'a number changed' : 'another value'] ??= `${place}: ${JSON.stringify(set)} became ${JSON.stringify(came)}`;
  return found;
}

// Returns the differences between a value and what a client made of it.
function outcome({ place, value }, { came, failed }, document) {
  if (failed !== undefined) return { [refusal(failed, place, document)]: failed };
  // A client may return a string in a response as bytes, which counts as the same value.
  return differences(value, place === 'answer' && typeof value === 'string' && Array.isArray(came) ? Buffer.from(came).toString() : came);
}

function report(results) {
  const [kinds, examples, documents] = [{ 'values, compared': [], 'no type, not compared': [], 'the same': [] }, {}, results.length];
  const count = (kind, at, client) => (((kinds[kind] ??= [])[at] ??= [0, 0])[client] += 1);
  for (const [at, result] of results.entries()) {
    const document = read(result, 'document.json');
    const theirs = fs.readFileSync(path.join(result, 'theirs'), 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    for (const { theirs: known, ...each } of read(result, 'typed.json')) {
      const other = each.type ? theirs.shift() ?? { failed: 'the program ended' } : known;
      const outcomes = other ? [each, other].map((one) => Object.entries(outcome(each, one, document))) : [];
      if (!other) count('no type, not compared', at, 1);
      for (const [client, found] of outcomes.entries()) {
        count('values, compared', at, client);
        if (!found.length) count('the same', at, client);
        for (const [kind, why] of found) {
          count(kind, at, client);
          examples[kind] ??= `${each.method} ${each.path} (${each.round}), ${each.place}: ${why}`.slice(0, 240);
        }
      }
    }
  }
  const titles = results.map((result) => fs.readFileSync(path.join(result, 'document'), 'utf8').trim().replace('.json', ''));
  console.log(`| this crate / openapi-to-rust | ${titles.join(' | ')} | all |\n|${'---|'.repeat(documents + 2)}`);
  for (const [kind, counts] of Object.entries(kinds)) {
    const all = Array.from({ length: documents }, (_, at) => counts[at] ?? [0, 0]);
    const sum = all.reduce(([ours, theirs], each) => [ours + each[0], theirs + each[1]], [0, 0]);
    console.log(`| ${[kind, ...[...all, sum].map((each) => each.join(' / '))].join(' | ')} |`);
  }
  console.log('');
  for (const [kind, example] of Object.entries(examples)) console.log(`- ${kind}: ${example}`);
}

const [mode, ...folders] = process.argv.slice(2);
if (mode === 'program') program(...folders);
else report(folders);
