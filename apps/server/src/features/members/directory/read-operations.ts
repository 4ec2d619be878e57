import { requireBounds } from './parse-filter.ts';
import { foldKeys, MAX_VALUE } from './read-user.ts';
import { refuseScim, tooManyParts } from './refuse-scim.ts';

/** A change of a PATCH in the words of RFC 7644, whatever dialect it came in. */
export type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown };

/** Entra and Okta send some ten at once. */
export const MAX_OPERATIONS = 500;

/**
 * Reads the operations of a PATCH, their number and the length of their paths first. An operation without a path is one
 * for each attribute of its value; the id that Okta repeats there is dropped.
 *
 * @throws {Refusal} validation_error, as invalidSyntax, invalidPath or noTarget; payload_too_large
 */
export const readOperations = (body: unknown): Operation[] => {
  const listed = foldKeys(body, 'The body')['operations'];
  if (!Array.isArray(listed) || listed.length === 0)
    throw refuseScim('invalidSyntax', 'Operations must be a list of at least one change.');
  if (listed.length > MAX_OPERATIONS)
    throw tooManyParts(`A PATCH has at most ${MAX_OPERATIONS} operations; this one has ${listed.length}.`);
  const operations = listed.flatMap(readOperation);
  if (operations.length <= MAX_OPERATIONS) return operations;
  throw tooManyParts(`A PATCH changes at most ${MAX_OPERATIONS} attributes.`);
};

const readOperation = (given: unknown): Operation[] => {
  const { op: word, path, value } = foldKeys(given, 'An operation');
  const op = typeof word === 'string' && word.length < 10 ? word.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw refuseScim('invalidSyntax', 'op must be add, replace or remove.');
  if (path !== undefined && path !== null && path !== '') return [{ op, path: readPath(path), value }];
  if (op === 'remove') throw refuseScim('noTarget', 'An operation remove needs a path.');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuseScim('invalidValue', 'An operation without a path needs an object as its value.');
  return Object.entries(value)
    .filter(([key]) => !UNCHANGED.has(key.toLowerCase()))
    .map(([key, each]) => ({ op, path: readPath(key), value: each as unknown }));
};

const UNCHANGED = new Set(['id', 'schemas', 'meta']);

/** The schemas of User and Group, which a path may begin with. Paths of other schemas name nothing that is kept. */
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

const INHERITED = /__proto__|constructor|prototype/i;

const readPath = (given: unknown): string => {
  if (typeof given !== 'string' || given.length > MAX_VALUE)
    throw refuseScim('invalidPath', `A path is a string of at most ${MAX_VALUE} characters.`);
  requireBounds(given);
  if (INHERITED.test(given))
    throw refuseScim('invalidPath', 'A path names no property that objects inherit.');
  return given.replace(CORE, '');
};
