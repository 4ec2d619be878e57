import type { Context } from '../../../context.ts';

type Claimed = { id: string; issue: number };

export const drawCode = ({ random }: Pick<Context, 'random'>): string =>
  String(random.below(1_000_000)).padStart(6, '0');

export const hashCode = (
  { keyring }: Pick<Context, 'keyring'>,
  claimed: Claimed,
  code: string,
): Uint8Array<ArrayBuffer> => Uint8Array.from(keyring.sign('otp', codeClaim(claimed, code)));

/** Takes the same time for a right and a wrong code. */
export const verifyCode = (
  { keyring }: Pick<Context, 'keyring'>,
  claimed: Claimed & { otp_hmac: Uint8Array },
  code: string,
): boolean => keyring.verify('otp', codeClaim(claimed, code), claimed.otp_hmac);

// The id salts the code: equal codes give unequal HMACs, and an HMAC fits no other row or issue.
const codeClaim = ({ id, issue }: Claimed, code: string): string => `${id}:${issue}:${code}`;
