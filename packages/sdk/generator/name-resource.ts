/**
 * Resources of the versioned root that repeat one of the client's root, and what they do better. They are below
 * `client.v1`, so that each thing has one name at the root.
 */
const DOUBLES = new Map([
  ['inspections', 'sessions'],
  ['webhooks', 'webhookEndpoints'],
]);

/** On the field side, `joinSession` and `openFieldSession` give them as `field`. */
const FIELD_SIDE = new Map([
  ['join', 'join'],
  ['signing', 'signing'],
  ['field', 'field'],
  ['fieldEvidence', 'field.evidence'],
  ['fieldWhiteboards', 'field.whiteboards'],
]);

/** Only the versioned root can do these. */
const BY_DOUBLE_ALONE = new Set(['inspections.createMany', 'inspections.requestMore']);

export const isByDoubleAlone = (resource: string, method: string): boolean =>
  BY_DOUBLE_ALONE.has(`${resource}.${method}`);

export const findBetter = (resource: string): string | undefined => DOUBLES.get(resource);

/** Gives the place of a resource: `client.sessions`, `client.v1.inspections`. */
export const nameAccess = (resource: string): string =>
  FIELD_SIDE.get(resource) ?? (DOUBLES.has(resource) ? `client.v1.${resource}` : `client.${resource}`);
