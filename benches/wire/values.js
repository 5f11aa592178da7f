// Creates values of schemas from a seed: with only what is required, with everything, or with odd values.
'use strict';
const faker = require('json-schema-faker');

const ODD = ['ä ö 日本 🙂', '&=+%;,|', `"it's"`, ' two  spaces ', '50% / #1?', 'a.b;c=d', '\\u00e9\\n', '[x]{y}<z>', '~^`@$!*()'];
const DEEPEST = 8;
// The number of parts after which a value contains only what is required.
const MOST = 500;

// The generator mulberry32, which returns the same numbers on every machine.
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function hash(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}

function resolve(document, value) {
  for (let steps = 0; value && typeof value.$ref === 'string' && steps < 32; steps++) {
    const parts = value.$ref.slice(2).split('/').map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'));
    value = value.$ref.startsWith('#/') ? parts.reduce((at, part) => at?.[part], document) : undefined;
  }
  return value;
}

// Returns a schema in which its reference is resolved and the members of `allOf` are merged.
function flat(document, schema, depth = 0) {
  schema = resolve(document, schema);
  if (schema === undefined || schema === null || typeof schema !== 'object') return {};
  if (!Array.isArray(schema.allOf) || depth > DEEPEST) return schema;
  const { allOf, ...merged } = schema;
  const parts = allOf.map((part) => flat(document, part, depth + 1));
  // Null is allowed if each part allows it.
  merged.nullable = schema.nullable !== false && parts.every((part) => part.nullable) && (schema.type === undefined || schema.nullable === true);
  for (const part of parts) {
    const { properties, required, oneOf, anyOf, nullable, ...rest } = part;
    for (const [key, value] of Object.entries(rest)) merged[key] ??= value;
    if (properties) merged.properties = { ...properties, ...merged.properties };
    if (required) merged.required = [...new Set([...(merged.required ?? []), ...required])];
    if (part.enum && merged.enum !== part.enum) merged.enum = merged.enum.filter((value) => part.enum.includes(value));
    // If several parts are unions, each union is retained as a separate part.
    if (oneOf ?? anyOf) (merged.unions ??= []).push(part);
    if (part.unions) (merged.unions ??= []).push(...part.unions);
  }
  return merged;
}

// Creates values. `round` is `required`, `all` or `odd`, and `direction` is `request` or `response`.
class Maker {
  constructor(document, seed, round, direction) {
    Object.assign(this, { document, round, direction, next: random(seed), left: MOST });
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  make(declared, depth = 0) {
    this.left--;
    const schema = flat(this.document, declared);
    const type = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') ?? 'null' : schema.type;
    const nullable = schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'));
    if (nullable && depth > 0 && this.round === 'odd' && this.next() < 0.5) return null;
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.filter((value) => value !== null && (type === undefined || fits(value, type)));
      return values.length ? this.pick(values) : schema.enum[0] ?? null;
    }
    const members = schema.oneOf ?? schema.anyOf;
    if (members && depth <= DEEPEST) return this.member(schema, members, depth);
    if (type === 'object' || (type === undefined && (schema.properties || schema.unions || schema.additionalProperties))) return this.object(schema, depth);
    if (type === 'array' || (type === undefined && schema.items)) return this.array(schema, depth);
    if (type === 'integer' || type === 'number') return this.number(schema, type);
    if (type === 'boolean') return this.next() < 0.5;
    if (type === 'null') return null;
    if (type === undefined) return this.pick(['any', 7, true, { any: ['value'] }]);
    return this.text(schema);
  }

  member(schema, members, depth) {
    const real = members.filter((member) => resolve(this.document, member)?.type !== 'null');
    const shallow = depth > 4 ? real.filter((member) => !['object', 'array'].includes(flat(this.document, member).type)) : real;
    const member = this.pick(shallow.length ? shallow : real.length ? real : members);
    const { oneOf, anyOf, discriminator, ...rest } = schema;
    // A member may require a property that only another member declares.
    this.ofOthers = Object.assign({}, ...real.map((other) => flat(this.document, other).properties));
    const value = this.make(rest.properties || rest.required ? { allOf: [rest, member] } : member, depth + 1);
    if (discriminator && value && typeof value === 'object' && member.$ref) {
      const mapped = Object.entries(discriminator.mapping ?? {}).find(([, to]) => to === member.$ref || member.$ref.endsWith(`/${to}`));
      const { properties } = flat(this.document, member);
      const listed = flat(this.document, properties?.[discriminator.propertyName]).enum;
      value[discriminator.propertyName] = mapped?.[0] ?? (listed?.length === 1 ? listed[0] : member.$ref.split('/').pop());
    }
    return value;
  }

  object(schema, depth) {
    const required = schema.required ?? [];
    const value = {};
    for (const union of schema.unions ?? []) Object.assign(value, this.make({ ...union, unions: undefined }, depth + 1));
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const { readOnly, writeOnly } = flat(this.document, property);
      if (this.direction === 'request' ? readOnly : writeOnly) continue;
      if (name in value || !(required.includes(name) || (this.round !== 'required' && depth < DEEPEST - 3 && this.left > 0))) continue;
      value[name] = this.make(property, depth + 1);
    }
    for (const name of required) if (!(name in value) && !schema.properties?.[name]) value[name] = this.ofOthers?.[name] ? this.make(this.ofOthers[name], depth + 1) : 'undeclared';
    const additional = schema.additionalProperties;
    const isMap = additional && !schema.properties && this.round !== 'required';
    if (isMap || schema.minProperties > Object.keys(value).length) {
      for (const name of this.round === 'odd' ? ['odd name', 'b'] : ['a', 'b']) {
        value[name] = additional === true || !additional ? 'any' : this.make(additional, depth + 1);
      }
    }
    if (this.direction === 'response' && this.round === 'odd' && additional === undefined && depth < 3) value['not declared'] = ['kept', null];
    return value;
  }

  array(schema, depth) {
    const least = schema.minItems ?? 0;
    const wanted = depth > DEEPEST || this.left <= 0 ? 0 : this.round === 'required' ? 1 : 2;
    const length = Math.max(least, Math.min(wanted, schema.maxItems ?? wanted));
    const values = [];
    for (let tries = 0; values.length < length && tries < length * 4; tries++) {
      const value = this.make(schema.items ?? {}, depth + 1);
      const isNew = values.every((other) => JSON.stringify(other) !== JSON.stringify(value));
      if (!schema.uniqueItems || isNew) values.push(value);
    }
    return values;
  }

  number(schema, type) {
    const exclusive = (limit, bound) => (typeof limit === 'number' ? limit : limit ? schema[bound] : undefined);
    const [above, below] = [exclusive(schema.exclusiveMinimum, 'minimum'), exclusive(schema.exclusiveMaximum, 'maximum')];
    const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.25);
    const least = above !== undefined ? above + step : schema.minimum ?? Math.min(1, schema.maximum ?? 1);
    const most = below !== undefined ? below - step : schema.maximum ?? Math.max(least, schema.format === 'int32' ? 2147483647 : 5000000000);
    const value = least + this.next() * Math.min(most - least, 10 ** (1 + this.next() * 9));
    const rounded = Math.max(Math.ceil(least / step), Math.round(value / step)) * step;
    const bounded = Math.min(rounded, most);
    return type === 'integer' ? bounded : Number(bounded.toPrecision(15));
  }

  text(schema) {
    const [least, most] = [schema.minLength ?? 0, schema.maxLength ?? Infinity];
    if (schema.format === 'date-time') return this.pick(['2024-05-06T07:08:09Z', '2023-12-31T23:59:59.25Z', ...(this.round === 'odd' ? ['2024-02-29T12:00:00.123456+05:30'] : [])]);
    const guid = schema['x-format']?.guid ? 'guid' : undefined;
    const format = {
      date: '2024-02-29', time: '07:08:09Z', uuid: '7d444840-9dc0-11d1-b245-5ffdce74fad2', guid: '7d444840-9dc0-11d1-b245-5ffdce74fad2', email: 'a.b+c@example.com', uri: 'https://example.com/a?b=c&d=%20e',
      url: 'https://example.com/a?b=c', hostname: 'www.example.com', ipv4: '192.0.2.1', ipv6: '2001:db8::1', byte: 'YWI+Pz8/', duration: 'P1DT2H', 'uri-reference': '/a?b',
      'date-time': '2024-05-06T07:08:09Z', 'json-pointer': '/a/b', regex: '^a+$', 'uri-template': '/a/{b}', 'idn-email': 'a@example.com', ip: '192.0.2.1',
    }[schema.format ?? guid];
    if (schema.pattern) {
      try {
        faker.option({ random: this.next });
        return faker.generate({ type: 'string', pattern: schema.pattern, minLength: schema.minLength, maxLength: schema.maxLength });
      } catch {
        return schema.example ?? schema.default ?? 'x';
      }
    }
    if (format) return format;
    // Empty strings are used only in bodies: they are not valid in a path, and many services do not accept them in a query. A header
    // cannot begin or end with a space.
    const odd = ODD.concat(this.inBody ? [''] : []).filter((text) => [...text].length >= least && [...text].length <= most && !(this.inHeader && text !== text.trim()));
    const text = this.round === 'odd' && odd.length ? this.pick(odd) : this.pick(['text', 'another', 'x1']);
    return [...text.padEnd(least, 'x')].slice(0, most).join('');
  }
}

function fits(value, type) {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return type === 'array' ? Array.isArray(value) : type === 'object' ? typeof value === 'object' : typeof value === type;
}

module.exports = { Maker, flat, hash, resolve };
