import { CONTEXT, PRINTABLE_STRING, SEQUENCE, SET, UTF8_STRING } from '../../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../../der/write-der.ts';
import { createAuthority } from '../create-authority.ts';
import { forgeToken, type Forgery } from '../forge-token.ts';
import { addUnsigned, kind, NUMBERED, refused, signer, state, type TokenKind } from './token-kind.ts';

export const CERTIFICATE_KINDS: readonly TokenKind[] = [
  kind('certificates in the other order', { certificates: (parts) => parts.toReversed() }),
  {
    name: 'the root, which is not needed',
    forge: (authority, stated) =>
      forgeToken(authority, { certificates: (parts) => [authority.root, ...parts] }, stated),
  },
  kind('a certificate twice', { certificates: ([one, ...rest]) => [one!, ...rest, one!] }),
  {
    name: 'the certificate of somebody else',
    forge: async (authority, stated) => {
      const { root, certificates } = await createAuthority();
      return forgeToken(authority, { certificates: (parts) => [root, ...parts, ...certificates] }, stated);
    },
  },
  refused("no certificate of the signer's", { certificates: (parts) => parts.slice(1) }),
  refused('no certificates', { signedData: (parts) => parts.toSpliced(3, 1) }),
  refused('a certificate that is none', { certificates: (parts) => [...parts, writeDer(SEQUENCE)] }),
];

const encoder = new TextEncoder();
const spell = (commonName: string, tag: number, type = '2.5.4.3') =>
  writeDer(
    SEQUENCE,
    writeDer(SET, writeDer(SEQUENCE, writeOid(type), writeDer(tag, encoder.encode(commonName)))),
  );
const named = (name: Uint8Array, serial = 99): Forgery =>
  signer(1, writeDer(SEQUENCE, name, writeInteger(serial)));
const byAuthority = (name: Uint8Array): Forgery => state(writeDer(CONTEXT[0], writeDer(CONTEXT[4], name)));

/** The signer's names in another kind of string, in capitals, with more spaces (RFC 5280, section 7.1). */
export const NAME_KINDS: readonly TokenKind[] = [
  kind("the signer's issuer as another string", named(spell('Test root', PRINTABLE_STRING))),
  kind("the signer's issuer in capitals", named(spell('TEST ROOT', UTF8_STRING))),
  kind("the signer's issuer with more spaces", named(spell(' Test  root ', UTF8_STRING))),
  kind('the authority as another string', byAuthority(spell('Test unit', PRINTABLE_STRING))),
  kind('the authority in capitals', byAuthority(spell('TEST UNIT', PRINTABLE_STRING))),
  kind('the authority with more spaces', byAuthority(spell('Test   unit', UTF8_STRING))),
  refused("another issuer of the signer's", named(spell('Test roof', PRINTABLE_STRING))),
  refused("the signer's issuer with a space less", named(spell('Testroot', PRINTABLE_STRING))),
  refused("the signer's issuer as an organisation", named(spell('Test root', PRINTABLE_STRING, '2.5.4.10'))),
  refused("another number of the signer's", named(spell('Test root', PRINTABLE_STRING), 98)),
  refused('another authority', byAuthority(spell('Test unix', PRINTABLE_STRING))),
];

const addLists = (...lists: Uint8Array[]): Forgery => ({
  signedData: (parts) => parts.toSpliced(4, 0, writeDer(CONTEXT[1], ...lists)),
});

/** The token brings revocation lists along. */
export const listKinds = (crl: Uint8Array): readonly TokenKind[] => [
  kind('a revocation list', addLists(crl)),
  kind('two revocation lists', addLists(crl, crl)),
  kind('a revocation list and unsigned attributes', { ...addLists(crl), ...addUnsigned(NUMBERED) }),
  refused('a revocation list in the place of a certificate', { certificates: (parts) => [...parts, crl] }),
  refused('revocation lists behind the signer', {
    signedData: (parts) => [...parts, writeDer(CONTEXT[1], crl)],
  }),
];
