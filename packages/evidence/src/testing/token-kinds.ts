import { readDer } from '../der/read-der.ts';
import {
  BOOLEAN,
  CONTEXT,
  GENERALIZED_TIME,
  INTEGER,
  NULL,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
  SET,
  UTF8_STRING,
} from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { ECDSA_SHA_256, SHA_256, SHA_384, SHA_512, SIGNING_TIME } from '../x509/oids.ts';
import { createAuthority, type TestAuthority } from './create-authority.ts';
import { DIGEST, forgeToken, writeAttribute, writeHash, type Forgery, type PartsChange, type StampedData } from './forge-token.ts';
import { writeExtension } from './issue-certificate.ts';
import { cutOctets, lengthen, listPieces, unend, unendAll, wrapPieces } from './spell-ber.ts';

/** A token as some authority writes it, or as a forger does, and whether verifiers take it. */
export type TokenKind = {
  readonly name: string;
  /** `always`: no verifier takes it. `here`: `openssl ts -verify` takes it, and we don't. */
  readonly refused?: 'always' | 'here';
  forge(authority: TestAuthority, stated?: StampedData): Promise<Uint8Array>;
};

const encoder = new TextEncoder();
const bare = (oid: string) => writeDer(SEQUENCE, writeOid(oid));
const withZero = (oid: string) => writeDer(SEQUENCE, writeOid(oid), writeInteger(0));
const FALSE = writeDer(BOOLEAN, Uint8Array.of(0));
const EXTENSION = '0.4.0.19422.1.1';

const kind = (name: string, forgery: Forgery): TokenKind => ({
  name,
  forge: (authority, stated) => forgeToken(authority, forgery, stated),
});
const refused = (name: string, forgery: Forgery, by: 'always' | 'here' = 'always'): TokenKind => ({
  ...kind(name, forgery),
  refused: by,
});

const state = (...added: Uint8Array[]): Forgery => ({ tstInfo: (parts) => [...parts, ...added] });
const time = (text: string): Forgery => ({
  tstInfo: (parts) => parts.with(4, writeDer(GENERALIZED_TIME, encoder.encode(text))),
});
const accuracy = (...parts: Uint8Array[]): Forgery => state(writeDer(SEQUENCE, ...parts));
const extension = (...mark: Uint8Array[]): Forgery =>
  state(
    writeDer(
      CONTEXT[1],
      writeDer(SEQUENCE, writeOid(EXTENSION), ...mark, writeDer(OCTET_STRING, writeDer(SEQUENCE))),
    ),
  );
const signer = (index: number, part: Uint8Array): Forgery => ({ signerInfo: (parts) => parts.with(index, part) });
const announce = (...hashes: Uint8Array[]): Forgery => ({
  signedData: (parts) => parts.with(1, writeDer(SET, ...hashes)),
});
const signAlso = (...added: Uint8Array[]): Forgery => ({ attributes: (parts) => [...parts, ...added] });
const addUnsigned = (...attributes: Uint8Array[]): Forgery => ({
  signerInfo: (parts) => [...parts, writeDer(CONTEXT[1], ...attributes)],
});
const addLists = (...lists: Uint8Array[]): Forgery => ({
  signedData: (parts) => parts.toSpliced(4, 0, writeDer(CONTEXT[1], ...lists)),
});
const NUMBERED = writeAttribute('1.2.3', writeInteger(1));
const LONG = writeAttribute('1.2.3', writeDer(OCTET_STRING, new Uint8Array(300)));

/** Digests and signatures named with null and without (RFC 5754, section 2). */
export const ALGORITHM_KINDS: readonly TokenKind[] = [
  kind("the signer's digest without null, announced with it", signer(2, bare(SHA_256))),
  kind("the signer's digest with null, announced without it", announce(bare(SHA_256))),
  kind('both digests without null', { ...signer(2, bare(SHA_256)), ...announce(bare(SHA_256)) }),
  kind('ECDSA with null', signer(4, writeHash(ECDSA_SHA_256))),
  kind('the digest of the imprint without null', {
    imprint: (parts) => parts.with(0, bare(SHA_256)),
  }),
  kind('two digests announced', announce(writeHash(SHA_512), bare(SHA_256))),
  kind('the digest announced twice', announce(writeHash(SHA_256), bare(SHA_256))),
  refused('another digest announced', announce(writeHash(SHA_384))),
  refused('no digest announced', announce()),
  refused("another digest than the signer's", { ...signer(2, bare(SHA_384)), ...announce(bare(SHA_384)) }),
  refused('a digest with parameters', announce(withZero(SHA_256)), 'here'),
  refused('a signature with parameters', signer(4, withZero(ECDSA_SHA_256)), 'here'),
];

/** Defaults that are spelled out, and values that say nothing. */
export const DEFAULT_KINDS: readonly TokenKind[] = [
  kind('an order that is false', state(FALSE)),
  kind('an order that is false, before a nonce', state(FALSE, writeInteger(9))),
  kind('an order that is false, behind an accuracy', state(writeDer(SEQUENCE, writeInteger(1)), FALSE)),
  kind('an order that is true as BER has it', state(writeDer(BOOLEAN, Uint8Array.of(1)))),
  kind('an extension that is not critical, in so many words', extension(FALSE)),
  kind('an extension that does not say', extension()),
  kind('two extensions, one that says it and one that does not', {
    tstInfo: (parts) => [
      ...parts,
      writeDer(
        CONTEXT[1],
        writeDer(SEQUENCE, writeOid(EXTENSION), FALSE, writeDer(OCTET_STRING, writeDer(SEQUENCE))),
        writeExtension('1.2.3', writeDer(SEQUENCE), { critical: false }),
      ),
    ],
  }),
  kind('an accuracy of zeros', accuracy(writeInteger(0), writeInteger(0, PRIMITIVE_CONTEXT[0]))),
  kind('an accuracy of zero milliseconds', accuracy(writeInteger(1), writeInteger(0, PRIMITIVE_CONTEXT[0]))),
  kind('an accuracy of zero microseconds', accuracy(writeInteger(0, PRIMITIVE_CONTEXT[1]))),
  kind('a fraction that ends with a zero', time('20261120100200.50Z')),
  kind('a fraction of zeros', time('20261120100200.000Z')),
  kind('a fraction of nine digits', time('20261120100200.123456780Z')),
  kind('a nonce of 160 bits', state(writeInteger(2n ** 160n - 1n))),
  kind('a negative nonce', state(writeDer(INTEGER, Uint8Array.of(0xa0, 0x81, 3)))),
  refused('an extension that is critical', extension(writeDer(BOOLEAN, Uint8Array.of(0xff))), 'here'),
  refused('an extension that is critical as BER has it', extension(writeDer(BOOLEAN, Uint8Array.of(1))), 'here'),
  refused('an order after the nonce', state(writeInteger(9), FALSE)),
  refused('an order twice', state(FALSE, FALSE)),
  refused('a time without Z', time('20261120100200.5'), 'here'),
  refused('an accuracy below zero', accuracy(writeDer(PRIMITIVE_CONTEXT[0], Uint8Array.of(0xff))), 'here'),
];

/** Sets in whatever order, and what stands in them beside what is needed. */
export const SET_KINDS: readonly TokenKind[] = [
  kind('signed attributes from the longest to the shortest, signed so', inOrder((one, other) => other.length - one.length)),
  kind('signed attributes in the order in which RFC 5652 names them, with a longer one first', {
    ...inOrder(() => 0),
    attributes: (parts) => [LONG, ...parts],
  }),
  kind('signed attributes by their last byte', inOrder((one, other) => one.at(-1)! - other.at(-1)!)),
  kind('a signed attribute of two values', signAlso(writeAttribute('1.2.3', writeInteger(2), writeInteger(1)))),
  kind('a signed attribute twice', signAlso(NUMBERED, LONG)),
  kind('a time of signing', signAlso(writeAttribute(SIGNING_TIME, writeDer(0x17, encoder.encode('261120100200Z'))))),
  kind('unsigned attributes', addUnsigned(NUMBERED)),
  kind('unsigned attributes out of order', addUnsigned(LONG, NUMBERED)),
  kind('the same unsigned attribute twice', addUnsigned(NUMBERED, NUMBERED)),
  refused('attributes ordered anew after they were signed', reorderedLater()),
  refused('signed attributes in order, signed out of order', {
    signedBytes: (bytes) => writeDer(SET, ...readDer(bytes).children.toReversed().map((part) => part.bytes)),
  }),
  refused('an attribute added after it was signed', {
    signerInfo: (parts) =>
      parts.with(3, writeDer(CONTEXT[0], ...readDer(parts[3]!).children.map(({ bytes }) => bytes), NUMBERED)),
  }),
];

/** Certificates in whatever order and number. */
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

const PRINTABLE = 0x13;
const spell = (commonName: string, tag: number, type = '2.5.4.3') =>
  writeDer(
    SEQUENCE,
    writeDer(SET, writeDer(SEQUENCE, writeOid(type), writeDer(tag, encoder.encode(commonName)))),
  );
const named = (name: Uint8Array, serial = 99): Forgery =>
  signer(1, writeDer(SEQUENCE, name, writeInteger(serial)));
const byAuthority = (name: Uint8Array): Forgery => state(writeDer(CONTEXT[0], writeDer(CONTEXT[4], name)));

/** Names in another kind of string, in capitals, with more spaces (RFC 5280, section 7.1), of a signer right under its root. */
export const NAME_KINDS: readonly TokenKind[] = [
  kind("the signer's issuer as another string", named(spell('Test root', PRINTABLE))),
  kind("the signer's issuer in capitals", named(spell('TEST ROOT', UTF8_STRING))),
  kind("the signer's issuer with more spaces", named(spell(' Test  root ', UTF8_STRING))),
  kind('the authority as another string', byAuthority(spell('Test unit', PRINTABLE))),
  kind('the authority in capitals', byAuthority(spell('TEST UNIT', PRINTABLE))),
  kind('the authority with more spaces', byAuthority(spell('Test   unit', UTF8_STRING))),
  refused("another issuer of the signer's", named(spell('Test roof', PRINTABLE))),
  refused("the signer's issuer with a space less", named(spell('Testroot', PRINTABLE))),
  refused("the signer's issuer as an organisation", named(spell('Test root', PRINTABLE, '2.5.4.10'))),
  refused("another number of the signer's", named(spell('Test root', PRINTABLE), 98)),
  refused('another authority', byAuthority(spell('Test unix', PRINTABLE))),
];

/** Revocation lists that a token brings along. */
export const listKinds = (crl: Uint8Array): readonly TokenKind[] => [
  kind('a revocation list', addLists(crl)),
  kind('two revocation lists', addLists(crl, crl)),
  kind('a revocation list and unsigned attributes', { ...addLists(crl), ...addUnsigned(NUMBERED) }),
  refused('a revocation list in the place of a certificate', { certificates: (parts) => [...parts, crl] }),
  refused('revocation lists behind the signer', {
    signedData: (parts) => [...parts, writeDer(CONTEXT[1], crl)],
  }),
];

/** Values spelled as BER has them (RFC 5652, section 2), around what is signed. */
export const BER_KINDS: readonly TokenKind[] = [
  kind('no length around anything', { contentInfo: ([type, data]) => [type!, unend(data!)] }),
  respelled('no length at the top', (token) => unend(token)),
  respelled('no length at each level above the signature', (token) => unendAll(token, 3)),
  respelled('a length with zeros in front', (token) => lengthen(token)),
  kind('the content in pieces', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [10, 20])),
  }),
  kind('the content in one piece', { signedData: (parts) => parts.with(2, inPieces(parts[2]!, [])) }),
  kind('the content in pieces without a length', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [1], unend)),
  }),
  kind('the signature in pieces', {
    signerInfo: (parts) => parts.with(5, cutOctets(readDer(parts[5]!).content, [3])),
  }),
  kind('certificates without a length', { signedData: (parts) => parts.with(3, unend(parts[3]!)) }),
  refused('pieces of the content in another order', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [10, 20], (pieces) => wrapPieces(listPieces(pieces).toReversed()))),
  }),
  refused('a piece of the content that is no string', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [10], (pieces) => wrapPieces([...listPieces(pieces), writeDer(NULL)]))),
  }, 'here'),
  respelled('no end', (token) => unend(token).subarray(0, -2), 'always'),
  refused('signed attributes without a length', { signerInfo: (parts) => parts.with(3, unend(parts[3]!)) }, 'here'),
  refused('a statement without a length, signed so', { content: unend }, 'here'),
  refused('a certificate without a length', { certificates: ([one, ...rest]) => [unend(one!), ...rest] }, 'here'),
];

function respelled(name: string, spell: (token: Uint8Array) => Uint8Array, by?: 'always' | 'here'): TokenKind {
  return { name, refused: by, forge: async (authority, stated) => spell(await forgeToken(authority, {}, stated)) };
}

function inOrder(compare: (one: Uint8Array, other: Uint8Array) => number): Forgery {
  let ordered: Uint8Array[] = [];
  return {
    signedBytes: (bytes) => {
      ordered = readDer(bytes).children.map((part) => part.bytes).sort(compare);
      return writeDer(SET, ...ordered);
    },
    signerInfo: (parts) => parts.with(3, writeDer(CONTEXT[0], ...ordered)),
  };
}

function reorderedLater(): Forgery {
  const reverse: PartsChange = (parts) => {
    const attributes = readDer(parts[3]!).children.map(({ bytes }) => bytes);
    return parts.with(3, writeDer(CONTEXT[0], ...attributes.toReversed()));
  };
  return { signerInfo: reverse };
}

function inPieces(
  encapsulated: Uint8Array,
  places: readonly number[],
  change: (pieces: Uint8Array) => Uint8Array = (pieces) => pieces,
): Uint8Array {
  const [type, wrapped] = readDer(encapsulated).children;
  const pieces = cutOctets(wrapped!.children[0]!.content, places);
  return writeDer(SEQUENCE, type!.bytes, writeDer(CONTEXT[0], change(pieces)));
}

/** Those that verifiers take, and that state the same as a token without anything unusual. */
export const PLAIN_KINDS: readonly TokenKind[] = [ALGORITHM_KINDS, SET_KINDS, BER_KINDS]
  .flat()
  .filter(({ refused }) => refused === undefined);
