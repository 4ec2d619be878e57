import { readDer } from '../../der/read-der.ts';
import {
  BOOLEAN,
  CONTEXT,
  GENERALIZED_TIME,
  INTEGER,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
  SET,
} from '../../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../../der/write-der.ts';
import {
  EC_PUBLIC_KEY,
  ECDSA_SHA_256,
  SHA_256,
  SHA_384,
  SHA_512,
  RSA,
  SIGNING_TIME,
} from '../../x509/oids.ts';
import { writeAttribute, writeHash, type Forgery } from '../forge-token.ts';
import { writeExtension } from '../issue-certificate.ts';
import { addUnsigned, kind, NUMBERED, refused, signer, state, type TokenKind } from './token-kind.ts';

const encoder = new TextEncoder();
const bare = (oid: string) => writeDer(SEQUENCE, writeOid(oid));
const withZero = (oid: string) => writeDer(SEQUENCE, writeOid(oid), writeInteger(0));
const FALSE = writeDer(BOOLEAN, Uint8Array.of(0));
const EXTENSION = '0.4.0.19422.1.1';
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
const announce = (...hashes: Uint8Array[]): Forgery => ({
  signedData: (parts) => parts.with(1, writeDer(SET, ...hashes)),
});
const signAlso = (...added: Uint8Array[]): Forgery => ({ attributes: (parts) => [...parts, ...added] });
const LONG = writeAttribute('1.2.3', writeDer(OCTET_STRING, new Uint8Array(300)));

/** Parameters null or left out (RFC 5754, section 2). */
export const ALGORITHM_KINDS: readonly TokenKind[] = [
  kind("the signer's digest without null, announced with it", signer(2, bare(SHA_256))),
  kind("the signer's digest with null, announced without it", announce(bare(SHA_256))),
  kind('both digests without null', { ...signer(2, bare(SHA_256)), ...announce(bare(SHA_256)) }),
  kind('ECDSA with null', signer(4, writeHash(ECDSA_SHA_256))),
  kind("the kind of the signer's key in place of its algorithm", signer(4, bare(EC_PUBLIC_KEY))),
  kind("the kind of the signer's key with null", signer(4, writeHash(EC_PUBLIC_KEY))),
  kind('the digest of the imprint without null', {
    imprint: (parts) => parts.with(0, bare(SHA_256)),
  }),
  kind('two digests announced', announce(writeHash(SHA_512), bare(SHA_256))),
  kind('the digest announced twice', announce(writeHash(SHA_256), bare(SHA_256))),
  refused('another digest announced', announce(writeHash(SHA_384))),
  refused('no digest announced', announce()),
  refused("another digest than the signer's", { ...signer(2, bare(SHA_384)), ...announce(bare(SHA_384)) }),
  refused("the kind of another key than the signer's", signer(4, writeHash(RSA)), 'here'),
  refused('a digest with parameters', announce(withZero(SHA_256)), 'here'),
  refused('a signature with parameters', signer(4, withZero(ECDSA_SHA_256)), 'here'),
];

/** Spelled-out defaults, and values without meaning. */
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
  refused(
    'an extension that is critical as BER has it',
    extension(writeDer(BOOLEAN, Uint8Array.of(1))),
    'here',
  ),
  refused('an order after the nonce', state(writeInteger(9), FALSE)),
  refused('an order twice', state(FALSE, FALSE)),
  refused('a time without Z', time('20261120100200.5'), 'here'),
  refused('an accuracy below zero', accuracy(writeDer(PRIMITIVE_CONTEXT[0], Uint8Array.of(0xff))), 'here'),
];

/** Unusual version numbers, which say no more than the content. */
export const VERSION_KINDS: readonly TokenKind[] = [
  kind('the version of PKCS #7', version(1)),
  kind('the version with which certificates of attributes came', version(4)),
  kind('the version with which other revocation came', version(5)),
  kind("the signer's as that of its data", signer(0, writeInteger(3))),
  refused('a version that there never was', version(2), 'here'),
  refused("a signer's version that there never was", signer(0, writeInteger(2)), 'here'),
  refused('another version of the statement', {
    tstInfo: (parts) => parts.with(0, writeInteger(2)),
  }),
];

export const SET_KINDS: readonly TokenKind[] = [
  kind(
    'signed attributes from the longest to the shortest, signed so',
    inOrder((one, other) => other.length - one.length),
  ),
  kind('signed attributes in the order in which RFC 5652 names them, with a longer one first', {
    ...inOrder(() => 0),
    attributes: (parts) => [LONG, ...parts],
  }),
  kind(
    'signed attributes by their last byte',
    inOrder((one, other) => one.at(-1)! - other.at(-1)!),
  ),
  kind(
    'a signed attribute of two values',
    signAlso(writeAttribute('1.2.3', writeInteger(2), writeInteger(1))),
  ),
  kind('a signed attribute twice', signAlso(NUMBERED, LONG)),
  kind(
    'a time of signing',
    signAlso(writeAttribute(SIGNING_TIME, writeDer(0x17, encoder.encode('261120100200Z')))),
  ),
  kind('unsigned attributes', addUnsigned(NUMBERED)),
  kind('unsigned attributes out of order', addUnsigned(LONG, NUMBERED)),
  kind('the same unsigned attribute twice', addUnsigned(NUMBERED, NUMBERED)),
  refused('attributes ordered anew after they were signed', reorderedLater()),
  refused('signed attributes in order, signed out of order', {
    signedBytes: (bytes) =>
      writeDer(
        SET,
        ...readDer(bytes)
          .children.toReversed()
          .map((part) => part.bytes),
      ),
  }),
  refused('an attribute added after it was signed', {
    signerInfo: (parts) =>
      parts.with(3, writeDer(CONTEXT[0], ...readDer(parts[3]!).children.map(({ bytes }) => bytes), NUMBERED)),
  }),
];

function version(number: number): Forgery {
  return { signedData: (parts) => parts.with(0, writeInteger(number)) };
}

function inOrder(compare: (one: Uint8Array, other: Uint8Array) => number): Forgery {
  let ordered: Uint8Array[] = [];
  return {
    signedBytes: (bytes) => {
      ordered = readDer(bytes)
        .children.map((part) => part.bytes)
        .sort(compare);
      return writeDer(SET, ...ordered);
    },
    signerInfo: (parts) => parts.with(3, writeDer(CONTEXT[0], ...ordered)),
  };
}

function reorderedLater(): Forgery {
  return {
    signerInfo: (parts) => {
      const attributes = readDer(parts[3]!).children.map(({ bytes }) => bytes);
      return parts.with(3, writeDer(CONTEXT[0], ...attributes.toReversed()));
    },
  };
}
