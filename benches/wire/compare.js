// Compares a value that arrived with the value that was set.
'use strict';

// Returns `true` if both values are the same. With `asText`, the scalars that arrived are strings, as in a query, a path, a header
// or a form.
function same(set, came, asText) {
  if (Array.isArray(set)) return Array.isArray(came) && set.length === came.length && set.every((each, index) => same(each, came[index], asText));
  if (set !== null && typeof set === 'object') {
    const names = (object) => Object.keys(object).sort().join('\n');
    return came !== null && typeof came === 'object' && names(set) === names(came) && Object.keys(set).every((name) => same(set[name], came[name], asText));
  }
  if (set === came) return true;
  if (typeof set === 'string' && typeof came === 'string') return isTime(set) && isTime(came) && Date.parse(set) === Date.parse(came);
  return asText && typeof came === 'string' && (String(set) === came || (typeof set === 'number' && came !== '' && Number(came) === set) || (set === null && (came === '' || came === 'null')));
}

function isTime(text) {
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text);
}

// Describes the first place at which two values differ.
function difference(set, came, place = '') {
  if (set !== null && came !== null && typeof set === 'object' && typeof came === 'object' && Array.isArray(set) === Array.isArray(came)) {
    for (const name of new Set([...Object.keys(set), ...Object.keys(came)])) {
      if (!(name in came)) return `${place}.${name} is lost: ${JSON.stringify(set[name])}`;
      if (!(name in set)) return `${place}.${name} is added: ${JSON.stringify(came[name])}`;
      if (!same(set[name], came[name])) return difference(set[name], came[name], `${place}.${name}`);
    }
  }
  return `${place}: ${JSON.stringify(set)} became ${JSON.stringify(came)}`;
}

module.exports = { difference, same };
