import { BER_KINDS } from './ber-kinds.ts';
import { CERTIFICATE_KINDS, NAME_KINDS } from './carried-kinds.ts';
import { ALGORITHM_KINDS, DEFAULT_KINDS, SET_KINDS, VERSION_KINDS } from './statement-kinds.ts';
import type { TokenKind } from './token-kind.ts';

export { listKinds } from './carried-kinds.ts';
export type { TokenKind } from './token-kind.ts';

/** Each tolerance with the standard that allows it, its tokens, and forgeries that come close. */
export const TOLERANCES: readonly { title: string; kinds: readonly TokenKind[] }[] = [
  { title: 'algorithms named with null or without (RFC 5754, section 2)', kinds: ALGORITHM_KINDS },
  { title: 'defaults spelled out, and zeros', kinds: DEFAULT_KINDS },
  { title: 'versions (RFC 5652, sections 5.1 and 5.3)', kinds: VERSION_KINDS },
  {
    title: 'sets in any order, and attributes that are not needed (RFC 5652, section 5.3)',
    kinds: SET_KINDS,
  },
  { title: 'certificates in any order and number (RFC 5652, section 10.2.3)', kinds: CERTIFICATE_KINDS },
  { title: 'names in other letters and strings (RFC 5280, section 7.1)', kinds: NAME_KINDS },
  { title: 'lengths and strings as BER has them (RFC 5652, section 2)', kinds: BER_KINDS },
];

export const isTaken = ({ refused }: TokenKind): boolean => refused === undefined;

/** Kinds that verifiers accept, with the same statement as a plain token. */
export const PLAIN_KINDS: readonly TokenKind[] = [ALGORITHM_KINDS, VERSION_KINDS, SET_KINDS, BER_KINDS]
  .flat()
  .filter(isTaken);

export { BER_KINDS, DEFAULT_KINDS };
