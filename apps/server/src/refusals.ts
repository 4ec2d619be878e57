import { UNAUTHENTICATED } from '@field-inspection/contract';
import { Refusal } from '@field-inspection/rules';

export { invalidField, invalidParts, noSuch, Refusal, type InvalidPart } from '@field-inspection/rules';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

export type AuthorizationFault = keyof typeof UNAUTHENTICATED;

/** The same body for a malformed, unknown, revoked or expired key, or a foreign address: it must not tell which. */
export const unauthenticated = (fault: AuthorizationFault = 'value') =>
  new Refusal('unauthenticated', UNAUTHENTICATED[fault], { headers: CHALLENGE });

/** The same for another bearer. */
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

/** The same body for whatever is wrong with a device's token. */
export const fieldUnauthenticated = (fault?: keyof typeof TOKEN_FAULTS) =>
  tokenUnauthenticated('the field_session_token of a live session', fault);
