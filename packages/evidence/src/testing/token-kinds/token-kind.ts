import type { TestAuthority } from '../create-authority.ts';
import { CONTEXT } from '../../der/tags.ts';
import { writeDer, writeInteger } from '../../der/write-der.ts';
import { forgeToken, writeAttribute, type Forgery, type StampedData } from '../forge-token.ts';

/** A token as an authority or a forger writes it, and whether verifiers accept it. */
export type TokenKind = {
  readonly name: string;
  /** `always`: no verifier accepts it. `here`: `openssl ts -verify` does, and we don't. */
  readonly refused?: 'always' | 'here' | undefined;
  forge(authority: TestAuthority, stated?: StampedData): Promise<Uint8Array>;
};

export const kind = (name: string, forgery: Forgery): TokenKind => ({
  name,
  forge: (authority, stated) => forgeToken(authority, forgery, stated),
});

export const refused = (name: string, forgery: Forgery, by: 'always' | 'here' = 'always'): TokenKind => ({
  ...kind(name, forgery),
  refused: by,
});

export const signer = (index: number, part: Uint8Array): Forgery => ({
  signerInfo: (parts) => parts.with(index, part),
});

export const state = (...added: Uint8Array[]): Forgery => ({ tstInfo: (parts) => [...parts, ...added] });

export const addUnsigned = (...attributes: Uint8Array[]): Forgery => ({
  signerInfo: (parts) => [...parts, writeDer(CONTEXT[1], ...attributes)],
});

export const NUMBERED = writeAttribute('1.2.3', writeInteger(1));
