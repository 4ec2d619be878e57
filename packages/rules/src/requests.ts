import type { Scope } from '@field-inspection/contract';
import { invalidParts, Refusal } from './refusal.ts';

export const missingScope = (
  scope: Scope,
  {
    what = 'This needs',
    isWithheld = false,
    isOfSession = false,
  }: { what?: string | undefined; isWithheld?: boolean; isOfSession?: boolean } = {},
): Refusal => {
  if (isOfSession)
    return new Refusal('permission_denied', `${what} the scope ${scope}, which your role does not have.`);
  const why = isWithheld
    ? 'which the credential has, and the role of its member does not'
    : 'which the credential does not have';
  return new Refusal('permission_denied', `${what} the scope ${scope}, ${why}.`);
};

export const otherMethod = (allow: string): Refusal =>
  new Refusal('method_not_allowed', `This path takes ${allow}.`, { headers: { Allow: allow } });

/** The cursor belongs to no list, or to another search. */
export const unknownCursor = (): Refusal =>
  new Refusal(
    'invalid_cursor',
    'Pass next_cursor of the page before unchanged, with the same filters, or start without a cursor.',
  );

/** Gives undefined without a key; refuses several. */
export const readIdempotencyKey = (given: readonly string[]): string | undefined => {
  const [key] = given;
  if (key === undefined || (given.length === 1 && /^[\x20-\x7e]{1,255}$/.test(key))) return key;
  const message = 'must come once and have 1 to 255 printable ASCII characters';
  throw invalidParts([{ path: 'header.idempotency-key', code: 'invalid_format', message }]);
};

export const usedKey = (): Refusal =>
  new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key for a new operation.',
  );
