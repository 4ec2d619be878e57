import { UNAUTHENTICATED } from '@field-inspection/contract';
import { Refusal } from '@field-inspection/rules';

export { invalidField, invalidParts, noSuch, Refusal, type InvalidPart } from '@field-inspection/rules';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/**
 * Faults of a header Authorization: it is missing, has another scheme, or has a value that is not valid; and a cookie
 * that is not valid.
 */
export type AuthorizationFault = keyof typeof UNAUTHENTICATED;

/**
 * Refuses a malformed, unknown, revoked or expired key, and one from another address than its own, with one body: it
 * must not tell which.
 */
export const unauthenticated = (fault: AuthorizationFault = 'value') =>
  new Refusal('unauthenticated', UNAUTHENTICATED[fault], { headers: CHALLENGE });

/** The same for another bearer, with what it is. */
export const tokenUnauthenticated = (token: string, fault: keyof typeof TOKEN_FAULTS = 'value') =>
  new Refusal(
    'unauthenticated',
    `Send ${token} in the header Authorization: Bearer. ${TOKEN_FAULTS[fault]}`,
    {
      headers: CHALLENGE,
    },
  );

const TOKEN_FAULTS: Record<Exclude<AuthorizationFault, 'cookie'>, string> = {
  missing: 'This request has no such header.',
  scheme: 'This request has another scheme.',
  value: 'This one is not valid, or not any more.',
};

/** The same for whatever is wrong with a device's token. */
export const fieldUnauthenticated = (fault?: keyof typeof TOKEN_FAULTS) =>
  tokenUnauthenticated('the field_session_token of a live session', fault);
