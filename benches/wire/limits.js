// The requests that prism 5.14 refuses although the document allows them, each with an example.
'use strict';

const LIMITS = [
  {
    name: 'a path with a fragment is matched with it',
    // `/send#now/{id}`: GET /send%23now/7 or /send has no parameter `id`.
    is: ({ operation }, { key, code }) => key.startsWith('path') && code === 'required' && operation.path.includes('#'),
  },
  {
    name: 'a header that OpenAPI says to ignore as a parameter is required',
    // `parameters: [{ name: Authorization, in: header, required: true }]`: any request without it.
    is: (_, { key, message }) => key === 'header' && /'(authorization|accept|content-type)'/i.test(message),
  },
  {
    name: 'fields of an object in a query are looked up in lower case',
    // `parameters: [{ name: filter, in: query, schema: { properties: { Name: … }, required: [Name] } }]`: GET /?Name=a.
    is: ({ value, parameter, values, parameters }, { key, code }) =>
      [parameter ? [parameter, value] : [], ...Object.keys(values).filter(() => key === 'query').map((key) => [parameters[key], values[key]])].some(
        ([each, set]) => code === 'required' && each?.in === 'query' && isObject(set) && JSON.stringify(Object.keys(set)) !== JSON.stringify(Object.keys(set)).toLowerCase(),
      ),
  },
  {
    name: 'told: a list of objects in a query, for which OpenAPI has no style, is JSON (json-in-query)',
    is: ({ value, parameter }) => parameter?.in === 'query' && Array.isArray(value) && value.some((each) => typeof each === 'object'),
  },
  {
    name: 'of a name that a form repeats, the last is kept',
    // A form with `schema: { properties: { a: { type: array, items: { type: string } } } }`: a=1&a=2.
    is: ({ operation, values }, { key, code, message }) => key === 'body' && operation.body?.isForm && code === 'type' && /array/.test(message) && Object.values(values.body).some(Array.isArray),
  },
  {
    name: 'XML, and what else is no JSON and no form, is not read',
    // A body of `text/xml` with `schema: { type: object }`.
    is: ({ operation }, { key, code }) => key === 'body' && code === 'type' && operation.body && !operation.body.isJson && !operation.body.isForm,
  },
  {
    name: 'told: an empty object or list in a query, a form or in parts, of which nothing is sent',
    is: ({ values, operation, round }, { key, code }) =>
      code === 'required' && (key === 'query' ? Object.values(values).some(isEmpty) : !operation.body?.isJson && (isEmpty(values.body) || (!operation.body && round === 'required'))),
  },
];

function isEmpty(value) {
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0;
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

// Returns the name of the limit that explains a violation, or `undefined` if no limit does.
exports.of = (planned, violation) => LIMITS.find(({ is }) => is(planned, violation))?.name;
