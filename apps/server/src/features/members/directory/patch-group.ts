import type { Operation } from './read-operations.ts';
import { foldKeys, readText } from './read-user.ts';
import { refuseScim, tooManyParts } from './refuse-scim.ts';
import { isUuid } from '../../../platform/ids.ts';

export type GroupAttributes = { displayName: string; externalId?: string | undefined };

/** Steps change a group's members in their order. `only`: these and nobody else. */
export type MemberStep = { do: 'add' | 'remove' | 'only'; ids: string[] };

/** Persons that one request names. Entra sends a handful at once, Okta some hundreds. */
export const MAX_NAMED = 1_000;

/**
 * Reads a group, and who is in it, if the body says so.
 *
 * @throws {Refusal} validation_error, as invalidValue; payload_too_large
 */
export const readGroup = (body: unknown): { attributes: GroupAttributes; steps: MemberStep[] } => {
  const fields = foldKeys(body, 'The body');
  const displayName = readText(fields['displayname'], 'displayName');
  if (!displayName?.trim()) throw refuseScim('invalidValue', 'displayName is missing.');
  const members = fields['members'];
  const steps: MemberStep[] = members == null ? [] : [{ do: 'only', ids: readIds(members) }];
  requireFew(steps);
  return { attributes: { displayName, externalId: readText(fields['externalid'], 'externalId') }, steps };
};

/** Reads what the operations of a PATCH change of a group; those on attributes that are not kept do nothing. */
export const patchGroup = (
  group: GroupAttributes,
  operations: readonly Operation[],
): { attributes: GroupAttributes; steps: MemberStep[] } => {
  let attributes = group;
  const steps: MemberStep[] = [];
  for (const { op, path, value } of operations) {
    const name = path.toLowerCase();
    if (name.startsWith('members')) steps.push(readStep({ op, path, value }));
    else if (name === 'displayname' && op !== 'remove')
      attributes = { ...attributes, displayName: readText(value, 'displayName') ?? '' };
    else if (name === 'externalid')
      attributes = { ...attributes, externalId: op === 'remove' ? undefined : readText(value, 'externalId') };
  }
  if (!attributes.displayName.trim()) throw refuseScim('invalidValue', 'displayName is missing.');
  requireFew(steps);
  return { attributes, steps };
};

const BY_VALUE = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

const readStep = ({ op, path, value }: Operation): MemberStep => {
  const one = BY_VALUE.exec(path)?.[1];
  if (one !== undefined && op === 'remove') return { do: 'remove', ids: readIds([one]) };
  if (one !== undefined) return { do: 'add', ids: readIds([one]) };
  if (path.toLowerCase() !== 'members')
    throw refuseScim('invalidPath', 'Persons of a group are named as members[value eq "…"].');
  if (op === 'add') return { do: 'add', ids: readIds(value) };
  if (op === 'replace') return { do: 'only', ids: readIds(value ?? []) };
  // RFC 7644 would empty the group, whatever the value says. Entra and Okta name there whom they take out.
  return value === undefined || value === null
    ? { do: 'only', ids: [] }
    : { do: 'remove', ids: readIds(value) };
};

const readIds = (given: unknown): string[] => {
  const listed = Array.isArray(given) ? (given as unknown[]) : [given];
  if (listed.length > MAX_NAMED) throw tooMany(listed.length);
  return [...new Set(listed.map(readId))];
};

const readId = (given: unknown): string => {
  const value = typeof given === 'string' ? given : foldKeys(given, 'A person of a group')['value'];
  if (typeof value !== 'string')
    throw refuseScim('invalidValue', 'A person of a group has the id of a user.');
  // A value that can't be an id names no user, and is not looked up.
  return isUuid(value) ? value.toLowerCase() : NOBODY;
};

/** An id that no user has: version 7 never gives it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const requireFew = (steps: MemberStep[]): void => {
  const named = steps.reduce((sum, { ids }) => sum + ids.length, 0);
  if (named > MAX_NAMED) throw tooMany(named);
};

const tooMany = (named: number) =>
  tooManyParts(`A request names at most ${MAX_NAMED} persons of a group; this one names ${named}.`);
