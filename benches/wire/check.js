// `node check.js FOLDER BINARY SEED` calls each operation of `FOLDER/document.json` with three rounds of values. The program
// BINARY makes the calls, and a server here compares the requests and sends responses. prism decides whether a request conforms to
// the document. Writes `FOLDER/result.json`, and `FOLDER/values.json` with the outcome of each JSON value, for a comparison with
// other clients.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { spawn } = require('child_process');
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
const { validateInput, validateOutput } = require('@stoplight/prism-http/dist/validator');
const { validateBody } = require('@stoplight/prism-http/dist/validator/validators');
const { ValidationContext } = require('@stoplight/prism-http/dist/validator/validators/types');
const { validateAgainstSchema } = require('@stoplight/prism-http/dist/validator/validators/utils');
const { Maker, hash, resolve } = require('./values');
const { difference, same } = require('./compare');
const { inHeader, inParts, inPath, inQuery, ofPath, parsed } = require('./decode');
const limits = require('./limits');

const [folder, binary, seed] = process.argv.slice(2);
const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name)));
const document = read('document.json');
const ROUNDS = ['required', 'all', 'odd'];
const TRIES = 8;
const isJson = (type) => /^[^;]*[/+]json\b|^\*\/\*|^application\/\*/.test(type);

// Returns the first value from `make` about which prism has no complaints, and the complaints about it. After some attempts, the
// last value is returned.
function drawn(make, complaints) {
  let value, said;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    [value, said] = [make(attempt), []];
    said = complaints(value);
    if (said.length === 0) break;
  }
  return [value, said];
}

// Returns the complaints of prism as a list.
function said(validate) {
  try {
    const result = validate();
    return result._tag === 'Left' ? result.left : result._tag === 'Some' ? result.value : [];
  } catch (error) {
    return [{ path: ['prism'], code: 'threw', message: String(error) }];
  }
}

// Plans a call of `operation`: the values that are set, by location and name, and the response.
function plan(operation, resource, round) {
  const item = resolve(document, document.paths[operation.path]);
  const declared = resolve(document, item[operation.method.toLowerCase()]);
  const at = `${seed} ${operation.method} ${operation.path} ${round}`;
  const maker = (key, attempt, direction) => new Maker(document, hash(`${at} ${key} ${attempt}`), round, direction);
  const [values, parameters, invalid] = [{}, {}, {}];
  const all = [...(item.parameters ?? []), ...(declared.parameters ?? [])].map((each) => resolve(document, each)).filter(Boolean);
  for (const parameter of all) {
    const key = `${parameter.in} ${parameter.name}`;
    if (!(key in operation.parameters)) continue;
    parameters[key] = parameter;
    if (!parameter.required && round === 'required') continue;
    const place = { path: 'path', query: 'query', header: 'headers' }[parameter.in];
    const spec = resource.request?.[place]?.find((each) => each.name === parameter.name);
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema;
    const make = (attempt) => Object.assign(maker(key, attempt, 'request'), { inHeader: parameter.in === 'header' }).make(schema);
    const complaints = (value) => (spec ? said(() => validateAgainstSchema(value, spec.schema ?? {}, false, ValidationContext.Input, '', resource.__bundled__)) : []);
    const [value, of] = drawn(make, complaints);
    values[key] = value;
    if (of.length) invalid[key] = of;
  }
  // A path parameter may be undeclared.
  for (const key of Object.keys(operation.parameters)) if (key.startsWith('path ')) values[key] ??= 'text';
  const requestBody = resolve(document, declared.requestBody);
  const contents = requestBody?.content ?? {};
  const parts = Object.keys(operation.parameters).filter((key) => key.startsWith('part '));
  const mediaType = operation.body?.mediaType ?? (parts.length ? Object.keys(contents).find((type) => type.startsWith('multipart/')) : undefined);
  const content = contents[mediaType] ?? contents[Object.keys(contents).find((type) => type.split(';')[0] === mediaType)];
  if (content && (requestBody.required || round !== 'required')) {
    const make = (attempt) => Object.assign(maker('body', attempt, 'request'), { inBody: operation.body?.isJson }).make(content.schema);
    const contents = resource.request?.body?.contents?.find((each) => each.mediaType === mediaType);
    const asJson = [{ ...contents, mediaType: 'application/json' }];
    const complaints = (value) => (contents ? said(() => validateBody(value, asJson, ValidationContext.Input, 'application/json', undefined, resource.__bundled__)) : []);
    const [value, of] = drawn(make, complaints);
    if (of.length) invalid.body = of;
    if (operation.body) values.body = operation.body.isJson || operation.body.isForm || typeof value === 'string' ? value : JSON.stringify(value);
    else for (const key of parts) if (value?.[key.slice(5)] !== undefined) values[key] = value[key.slice(5)];
  }
  return { operation, round, values, parameters, invalid, content, ...answer(operation, declared, resource, round, maker) };
}

function answer(operation, declared, resource, round, maker) {
  const responses = Object.entries(declared.responses ?? {}).map(([status, response]) => [status, resolve(document, response) ?? {}]);
  const successes = responses.filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const [status, response] = successes.length ? successes[ROUNDS.indexOf(round) % successes.length] : responses.find(([status]) => status === 'default') ?? ['200', {}];
  const code = /^\d+$/.test(status) ? Number(status) : 200;
  const types = Object.keys(response.content ?? {});
  const type = types.find(isJson) ?? types[0];
  if (!type || code === 204 || code === 205 || operation.method === 'HEAD') return { status: code, isAnswerValid: true };
  const json = isJson(type);
  const [sent, headers] = [type.includes('*') ? (json ? 'application/json' : 'application/octet-stream') : type, {}];
  const make = (attempt) => Object.assign(maker('answer', attempt, 'response'), { inBody: true }).make(response.content[type].schema);
  const complaints = (body) => said(() => validateOutput({ resource, element: { statusCode: code, headers: { 'content-type': sent }, body } })).filter(({ path: [place] = [] }) => place === 'body');
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    if (resolve(document, header)?.required) headers[name] = String(maker(name, 0, 'response').make(resolve(document, header).schema));
  }
  const [body, of] = json ? drawn(make, complaints) : ['some content', []];
  return { status: code, answerType: sent, answerHeaders: headers, answer: body, isAnswerValid: of.length === 0, isAnswerJson: json };
}

// Returns the values that did not arrive as they were set.
function lost({ operation, values, parameters, content }, request, body) {
  const [pathname, query = ''] = [request.url.split('?')[0], request.url.split('?').slice(1).join('?')];
  const inIt = ofPath(operation.path, pathname);
  const type = request.headers['content-type'] ?? '';
  const parts = type.startsWith('multipart/') ? inParts(type, body) : {};
  const found = [];
  for (const [key, value] of Object.entries(values)) {
    const [place, name] = [key.split(' ')[0], key.slice(key.indexOf(' ') + 1)];
    const parameter = parameters[key] ?? { name };
    let readings;
    if (place === 'path') readings = inIt ? inPath(parameter, value, inIt[name]) : [];
    else if (place === 'query') readings = inQuery(parameter, value, query);
    else if (place === 'header') readings = inHeader(parameter, value, request.headers[name.toLowerCase()]);
    else if (place === 'part') readings = [parts[name]?.length === 1 ? parts[name][0] : undefined, parts[name], ...(parts[name] ?? []).map(parsed), parts[name]?.map(parsed)];
    else if (operation.body.isForm) readings = [form(value, content, body.toString())];
    else readings = operation.body.isJson ? [parsed(body.toString())] : [body.toString()];
    const isText = place !== 'body' || operation.body.isForm;
    if (!readings.some((came) => came !== undefined && same(value, came, isText))) found.push({ key, why: difference(value, readings[0]), raw: place === 'body' ? body.toString().slice(0, 2000) : place === 'header' ? request.headers[name.toLowerCase()] : request.url });
  }
  return found;
}

function form(value, content, raw) {
  if (value === null || typeof value !== 'object') return undefined;
  const field = ([name, set]) => {
    const { style, explode } = content.encoding?.[name] ?? {};
    const readings = ['form', 'deepObject'].flatMap((guess) => inQuery({ name, style: style ?? guess, explode }, set, raw));
    return [name, readings.find((came) => came !== undefined && same(set, came, true)) ?? readings[0]];
  };
  return Object.fromEntries(Object.entries(value).map(field).filter(([, came]) => came !== undefined));
}

// Returns the complaints of prism about a request. Each states whether prism has the same complaint about the value that was set.
function violations({ operation, resource, values, invalid }, request, body) {
  const { searchParams, pathname } = new URL(request.url, 'http://localhost');
  const query = {};
  for (const name of searchParams.keys()) query[name] = searchParams.getAll(name).length === 1 ? searchParams.get(name) : searchParams.getAll(name);
  const type = request.headers['content-type'] ?? '';
  const sent = body.length === 0 ? null : isJson(type) ? parsed(body.toString()) : body.toString();
  const element = { method: operation.method.toLowerCase(), url: { path: pathname, query }, headers: request.headers, body: sent };
  // Warnings are about deprecated items.
  return said(() => validateInput({ resource, element })).filter(({ severity }) => severity !== 1).map((violation) => {
    const [place = 'body', name] = violation.path ?? [];
    const key = Object.keys(values).find((key) => key.toLowerCase() === `${place.replace('headers', 'header')} ${name}`.toLowerCase()) ?? place;
    const isOfValue = invalid[key]?.some(({ code, message }) => code === violation.code && (place !== 'body' || message === violation.message)) ?? false;
    return { key, code: violation.code, message: violation.message, isOfValue };
  });
}

async function main() {
  // prism caches the schemas that it has compiled, whether for strings or for JSON, so each operation is loaded twice.
  const [resources, asJson] = [await getHttpOperationsFromSpec(structuredClone(document)), await getHttpOperationsFromSpec(structuredClone(document))];
  const plans = [];
  const notCalled = [];
  for (const operation of read('operations.json')) {
    const at = resources.findIndex((each) => each.method === operation.method.toLowerCase() && each.path === operation.path);
    const resource = resources[at];
    if (!resource) notCalled.push(`${operation.method} ${operation.path}: prism does not have it`);
    else for (const round of ROUNDS) plans.push({ resource, ...plan(operation, asJson[at], round) });
  }
  const server = http.createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks);
      const planned = plans[Number(request.headers['x-wire'])];
      planned.isSent = true;
      planned.url = request.url;
      if (planned.operation.body?.isJson) planned.came = parsed(body.toString());
      planned.lost = lost(planned, request, body);
      planned.violations = violations(planned, request, body);
      const { status, answerType, answer, answerHeaders, isAnswerJson } = planned;
      const text = answer === undefined ? '' : isAnswerJson ? JSON.stringify(answer) : answer;
      response.writeHead(status, { ...answerHeaders, ...(answerType && { 'content-type': answerType }) }).end(text);
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const driver = spawn(binary, [`http://127.0.0.1:${server.address().port}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  driver.stdin.on('error', () => {});
  let output = '';
  driver.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  for (const [id, { operation, values }] of plans.entries()) driver.stdin.write(`${JSON.stringify({ id, name: operation.name, values })}\n`);
  driver.stdin.end();
  await new Promise((closed) => driver.on('close', closed));
  server.close();
  for (const line of output.trim().split('\n').filter(Boolean)) {
    const { id, ...outcome } = JSON.parse(line);
    plans[id].outcome = outcome;
  }
  fs.writeFileSync(path.join(folder, 'result.json'), JSON.stringify(result(plans, notCalled)));
  fs.writeFileSync(path.join(folder, 'values.json'), JSON.stringify(plans.flatMap(inJson)));
}

// Returns the JSON values of a call that conform to the document, and their outcomes.
function inJson({ operation: { method, path, body }, round, status, values, invalid, came, answer, isAnswerJson, isAnswerValid, outcome }) {
  const failed = outcome ? outcome.reason : 'the program ended';
  const all = [];
  if (body?.isJson && 'body' in values && !invalid.body) all.push({ place: 'body', value: values.body, came, failed: came === undefined ? failed : undefined });
  if (isAnswerJson && isAnswerValid) all.push({ place: 'answer', status, value: answer, came: outcome?.answer, failed });
  return all.map((each) => ({ method, path, round, ...each }));
}

function result(plans, notCalled) {
  const counts = { operations: new Set(plans.map(({ operation }) => operation.name)).size, calls: plans.length, sent: 0, accepted: 0, values: 0, lost: 0, decoded: 0, answersLost: 0 };
  const causes = [];
  for (const planned of plans) {
    const { operation, round, outcome = { failed: 'the program ended', reason: '' }, values } = planned;
    const tell = (kind, key, why, more) => causes.push({ kind, call: `${operation.method} ${operation.path} (${round})`, key, why, ...more });
    if (planned.isSent) {
      counts.sent++;
      counts.values += Object.keys(values).length;
      counts.lost += planned.lost.length;
      for (const { key, why, raw } of planned.lost) tell('lost in the request', key, why, { raw });
      let isAccepted = true;
      for (const violation of planned.violations) {
        const { key, code, message, isOfValue } = violation;
        const isArrived = !planned.lost.some((each) => each.key === key);
        const limit = isOfValue ? 'the document contradicts itself, or the value made here is not of its schema' : isArrived && limits.of({ ...planned, parameter: planned.parameters[key], value: values[key] }, violation);
        if (!limit) isAccepted = false;
        tell(!limit ? 'not accepted' : limit.startsWith('told') ? limit : `validator: ${limit}`, key, `${code}: ${message}`, { raw: planned.url, value: values[key] });
      }
      if (isAccepted) counts.accepted++;
    }
    if (outcome.failed) {
      const isOfValue = outcome.failed === 'make' && Object.keys(planned.invalid).length;
      const kind = outcome.failed === 'refused' ? 'refused, unsent' : isOfValue ? 'validator: the document contradicts itself, or the value made here is not of its schema' : planned.isAnswerValid || outcome.failed !== 'decode' ? `failed: ${outcome.failed}` : 'validator: the answer made here is not of the schema';
      tell(kind, '', outcome.reason, outcome.failed === 'make' ? { value: values } : outcome.failed === 'decode' ? { value: planned.answer } : {});
      continue;
    }
    const isKept = planned.answer === undefined || same(planned.answer, outcome.answer);
    if (isKept) counts.decoded++;
    else if (same(withoutNulls(planned.answer), withoutNulls(outcome.answer))) {
      counts.decoded++;
      tell('told: absent and null are the same in a type that is only received (docs/types.md)', '', difference(planned.answer, outcome.answer));
    } else {
      counts.answersLost++;
      tell('lost in the answer', '', difference(planned.answer, outcome.answer), { value: planned.answer });
    }
  }
  for (const each of notCalled) causes.push({ kind: 'not called', call: each, key: '', why: '' });
  return { title: document.info?.title, counts, causes };
}

function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null).map(([name, field]) => [name, withoutNulls(field)]));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
