// Decodes a request by the styles of OpenAPI, as a service would.
'use strict';
const multipart = require('parse-multipart-data');

function text(raw, isForm) {
  try {
    return decodeURIComponent(isForm ? raw.replace(/\+/g, ' ') : raw);
  } catch {
    return raw;
  }
}

// Returns the pairs of a query or a form without decoding them.
function pairs(raw) {
  return raw.split('&').filter((pair) => pair !== '').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function byTwo(list) {
  const object = {};
  for (let at = 0; at + 1 < list.length; at += 2) object[list[at]] = list[at + 1];
  return object;
}

function fields(list) {
  return Object.fromEntries(list.map((field) => (field.includes('=') ? [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] : [field, ''])));
}

// Returns the values of a parameter in a query, one for each way in which the specification allows to read its style.
function inQuery({ name, style = 'form', explode = style === 'form', content }, set, raw) {
  const all = pairs(raw).map(([key, value]) => [text(key, true), value]);
  const own = all.filter(([key]) => key === name || key === `${name}[]`).map(([, value]) => value);
  const decoded = own.map((value) => text(value, true));
  const json = decoded.length === 1 ? [parsed(decoded[0])] : [];
  if (content) return json;
  if (style === 'deepObject') return [deep(name, all), ...json];
  if (Array.isArray(set)) {
    // OpenAPI defines no style for lists of objects or of lists.
    const nested = set.some((each) => each !== null && typeof each === 'object') ? [...json, decoded.map(parsed)] : [];
    if (explode) return [decoded, ...nested];
    const by = { form: ',', spaceDelimited: /%20|\+/, pipeDelimited: /%7C|\|/i }[style] ?? ',';
    return [(own[0] ?? '').split(by).map((value) => text(value, true)), ...nested];
  }
  if (set !== null && typeof set === 'object') {
    if (!explode) return [byTwo((own[0] ?? '').split(',').map((value) => text(value, true))), ...json];
    const of = (key) => all.filter(([other]) => other === key).map(([, value]) => text(value, true));
    const object = Object.entries(set).filter(([key]) => of(key).length).map(([key, value]) => [key, Array.isArray(value) ? of(key) : of(key)[0]]);
    return [Object.fromEntries(object), ...json];
  }
  return decoded.length === 1 ? decoded : [];
}

function deep(name, all) {
  const root = {};
  for (const [key, value] of all) {
    if (!key.startsWith(`${name}[`)) continue;
    const path = [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part);
    let at = root;
    path.forEach((part, index) => {
      if (index + 1 < path.length) return (at = at[part] ??= path[index + 1] === '' ? [] : {});
      if (Array.isArray(at)) at.push(text(value, true));
      else if (part in at) at[part] = [].concat(at[part], text(value, true));
      else at[part] = text(value, true);
    });
  }
  return listed(root);
}

// Converts objects such as `{0: a, 1: b}` to lists.
function listed(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length && names.every((name, index) => name === String(index))) return names.map((name) => listed(value[name]));
  return Object.fromEntries(names.map((name) => [name, listed(value[name])]));
}

function inPath({ name, style = 'simple', explode = false }, set, raw) {
  let rest = raw;
  if (style !== 'simple') {
    const mark = style === 'label' ? '.' : ';';
    if (!rest.startsWith(mark)) return [];
    rest = rest.slice(1);
  }
  const all = (list) => list.map((each) => text(each));
  if (style === 'matrix' && (!explode || set === null || typeof set !== 'object')) rest = rest.startsWith(`${name}=`) ? rest.slice(name.length + 1) : rest;
  if (Array.isArray(set)) {
    if (style === 'matrix' && explode) return [all(rest.split(';').map((each) => each.slice(name.length + 1)))];
    return [all(rest.split(style === 'label' && explode ? '.' : ','))];
  }
  if (set !== null && typeof set === 'object') {
    const between = style === 'label' && explode ? '.' : style === 'matrix' && explode ? ';' : ',';
    const list = rest.split(between);
    return [explode ? fields(all(list)) : byTwo(all(list))];
  }
  return [text(rest)];
}

function inHeader({ explode = false }, set, came) {
  if (came === undefined) return [];
  const list = came.split(',').map((each) => each.trim());
  if (Array.isArray(set)) return [list];
  if (set !== null && typeof set === 'object') return [explode ? fields(list) : byTwo(list), parsed(came)];
  return [came, Buffer.from(came, 'latin1').toString()];
}

// Returns the raw text of each parameter in a path.
function ofPath(template, path) {
  const names = [];
  const pattern = template.split('?')[0].split('#')[0].split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return part.split('').map((char) => char.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('');
    names.push(part.slice(1, -1));
    return '([^/]*?)';
  });
  const decodedTemplate = new RegExp(`^${pattern.join('')}$`);
  const match = decodedTemplate.exec(path) ?? decodedTemplate.exec(path.replace(/%(3A|40|24|28|29|2C|27)/gi, (hex) => text(hex)));
  return match && Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
}

// Returns the parts of a multipart body by name.
function inParts(contentType, body) {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (!boundary) return {};
  const parts = {};
  for (const { name, data } of multipart.parse(body, boundary)) (parts[name] ??= []).push(data.toString());
  return parts;
}

module.exports = { inHeader, inParts, inPath, inQuery, ofPath, parsed };
