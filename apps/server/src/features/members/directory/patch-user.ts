import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { EMAIL_PARTS, NAME_PARTS, readBoolean, readUser, type UserAttributes } from './read-user.ts';
import type { Operation } from './read-operations.ts';
import { refuseScim } from './refuse-scim.ts';
import { Refusal } from '../../../refusals.ts';

/** The attributes that are kept, by their names in lower case, with the parts that they have. */
const ATTRIBUTES: Readonly<Record<string, { name: string; parts: readonly string[] }>> = Object.fromEntries(
  [
    { name: 'externalId', parts: [] },
    { name: 'userName', parts: [] },
    { name: 'displayName', parts: [] },
    { name: 'active', parts: [] },
    { name: 'locale', parts: [] },
    { name: 'name', parts: NAME_PARTS },
    { name: 'emails', parts: EMAIL_PARTS },
  ].map((attribute) => [attribute.name.toLowerCase(), attribute]),
);

/** Changes a user by the operations of a PATCH; those on attributes that are not kept do nothing. */
export const patchUser = (user: UserAttributes, operations: readonly Operation[]): UserAttributes => {
  const patch = operations.flatMap(toPatch);
  try {
    const resource = { schemas: [], meta: {}, ...structuredClone(user) } as unknown as ScimResource;
    return readUser(scimPatch(resource, patch, { mutateDocument: true, treatMissingAsAdd: true }));
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const isTarget = cause instanceof Error && cause.constructor.name === 'NoTarget';
    throw isTarget
      ? refuseScim('noTarget', 'The path of an operation finds nothing to change.', cause)
      : refuseScim('invalidPath', 'The path of an operation can not be followed.', cause);
  }
};

const toPatch = ({ op, path, value: given }: Operation): ScimPatchOperation[] => {
  const match = /^([a-z]+)(\[.*\])?(?:\.([a-z]+))?$/i.exec(path);
  const attribute = match && ATTRIBUTES[match[1]!.toLowerCase()];
  if (!attribute) return [];
  const part = match[3] && attribute.parts.find((each) => each.toLowerCase() === match[3]!.toLowerCase());
  if (match[3] && !part) return [];
  const target = `${attribute.name}${match[2] ?? ''}${part ? `.${part}` : ''}`;
  const value = readValue(given, {
    name: part ?? attribute.name,
    isWhole: attribute.parts.length > 0 && !part,
  });
  // Entra clears an attribute by null. RFC 7644 has remove for it.
  if (op === 'remove' || value === null) return [{ op: 'remove', path: target }];
  return [{ op, path: target, value }];
};

const readValue = (given: unknown, { name, isWhole }: { name: string; isWhole: boolean }): unknown => {
  if (given === undefined || given === null) return null;
  if (isWhole) return name === 'name' || Array.isArray(given) ? given : [given];
  // Entra's older dialect: a single value as a list of one.
  const [only] = Array.isArray(given) ? (given as unknown[]) : [given];
  const value = typeof only === 'object' && only !== null ? (only as { value?: unknown }).value : only;
  if (value === undefined || value === null) return null;
  return name === 'active' || name === 'primary' ? readBoolean(value, name) : value;
};
