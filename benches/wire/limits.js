// What prism 5.14 refuses though the document allows it, each with the request that shows it.
'use strict';

const LIMITS = [];

// The limit that explains a violation, if one does.
exports.of = (planned, violation) => LIMITS.find(({ is }) => is(planned, violation))?.name;
