import { beforeAll, describe, expect, it } from 'vitest';

import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import {
  DIGEST,
  forgeToken,
  writeAttribute,
  writeContent,
  writeHash,
  writeSigningCertificate,
  type Forgery,
} from '../testing/forge-token.ts';
import { writeName } from '../testing/issue-certificate.ts';
import { CONTEXT, INTEGER, OCTET_STRING, SEQUENCE, SET } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet } from '../der/write-der.ts';
import {
  CONTENT_TYPE,
  ECDSA_SHA_256,
  ECDSA_SHA_384,
  MESSAGE_DIGEST,
  RSA_SHA_256,
  SHA_1,
  SHA_256,
  SHA_512,
  SIGNING_CERTIFICATE,
  SIGNING_CERTIFICATE_V2,
} from '../x509/oids.ts';
import type { TimestampFailureCode } from '../timestamp-refusal.ts';
import { verifyTimestamp } from './verify-timestamp.ts';
import { digestBytes } from '../x509/web-crypto.ts';

const DATA = '1.2.840.113549.1.7.1';

let authority: TestAuthority;
let another: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority({ between: [{}] });
  another = await createAuthority();
});

// Functions, since authorities do not exist yet when tests are collected.
type Forge = () => Forgery | Promise<Forgery>;

async function judge(forge: Forge) {
  const token = await forgeToken(authority, await forge());
  return verifyTimestamp(token, {
    digest: DIGEST,
    roots: [authority.root],
    now: new Date('2026-11-20T10:03:00Z'),
  });
}

function refuses(code: TimestampFailureCode, cases: readonly (readonly [string, Forge])[]): void {
  it.each(cases)(`${code}: %s`, async (_name, forge) => {
    expect(await judge(forge)).toMatchObject({ valid: false, code });
  });
}

const attribute = (index: number, part: Uint8Array): Forgery => ({
  attributes: (parts) => parts.with(index, part),
});
const dropAttribute = (index: number): Forgery => ({ attributes: (parts) => parts.toSpliced(index, 1) });
const sign = (...added: Uint8Array[]): Forgery => ({ attributes: (parts) => [...parts, ...added] });
const signer = (index: number, part: Uint8Array): Forgery => ({
  signerInfo: (parts) => parts.with(index, part),
});
const data = (index: number, part: Uint8Array): Forgery => ({
  signedData: (parts) => parts.with(index, part),
});
const signature = (r: Uint8Array, s: Uint8Array): Forgery =>
  signer(5, writeDer(OCTET_STRING, writeDer(SEQUENCE, writeDer(INTEGER, r), writeDer(INTEGER, s))));

// ESSCertID and ESSCertIDv2, with or without the certificate's issuer and number.
const older = async (certificate: Uint8Array): Promise<Uint8Array> => {
  const id = writeDer(SEQUENCE, writeDer(OCTET_STRING, await digestBytes('SHA-1', certificate)));
  return writeAttribute(SIGNING_CERTIFICATE, writeDer(SEQUENCE, writeDer(SEQUENCE, id)));
};
const newer = async (certificates: readonly Uint8Array[]): Promise<Uint8Array> =>
  writeAttribute(SIGNING_CERTIFICATE_V2, await writeSigningCertificate(certificates));
const named = async (issuer: string, serial: number): Promise<Forgery> => {
  const digest = writeDer(OCTET_STRING, await digestBytes('SHA-256', authority.certificates[0]!));
  const names = writeDer(SEQUENCE, writeDer(CONTEXT[4], writeName(issuer)));
  const id = writeDer(SEQUENCE, writeHash(SHA_256), digest, writeDer(SEQUENCE, names, writeInteger(serial)));
  return attribute(2, writeAttribute(SIGNING_CERTIFICATE_V2, writeDer(SEQUENCE, writeDer(SEQUENCE, id))));
};

describe('a token may', () => {
  it.each<[string, Forge]>([
    ['have attributes unknown here, signed', () => sign(writeAttribute('1.2.3', writeInteger(1)))],
    ['name its certificate by SHA-1', async () => attribute(2, await older(authority.certificates[0]!))],
    ['name its certificate both ways', async () => sign(await older(authority.certificates[0]!))],
    ['name its whole path', async () => attribute(2, await newer(authority.certificates))],
    ['name the issuer of its certificate', () => named('Test authority 1', 99)],
    ['have its certificates in any order', () => ({ certificates: (parts) => parts.toReversed() })],
  ])('%s', async (_name, forge) => {
    expect(await judge(forge)).toMatchObject({ valid: true });
  });
});

describe('a token is refused for its signature', () => {
  refuses('missing_attribute', [
    ['no signed attributes', () => ({ signerInfo: (parts) => parts.toSpliced(3, 1) })],
    ['no content type', () => dropAttribute(0)],
    ['no message digest', () => dropAttribute(1)],
    ['no signing certificate', () => dropAttribute(2)],
  ]);

  refuses('wrong_content_type', [
    [
      'signed as the content of something else',
      () => attribute(0, writeAttribute(CONTENT_TYPE, writeOid(DATA))),
    ],
  ]);

  refuses('wrong_message_digest', [
    ['another digest', () => attribute(1, writeAttribute(MESSAGE_DIGEST, writeDer(OCTET_STRING, DIGEST)))],
    ['content put in after it was signed', async () => replaceContent()],
  ]);

  refuses('wrong_signature', [
    ['made over something else', () => ({ signedBytes: () => DIGEST })],
    [
      'made over the attributes under the tag they have in the token',
      () => ({ signedBytes: (bytes) => bytes.with(0, CONTEXT[0]) }),
    ],
    ['made over the content itself', () => ({ signedBytes: (bytes) => bytes.subarray(1) })],
    ['made by another key', () => signedByAnother()],
    ['of zeros', () => signature(Uint8Array.of(0), Uint8Array.of(0))],
    ['of a number larger than its curve', () => signature(new Uint8Array(33).fill(1), Uint8Array.of(1))],
    ['of a negative number', () => signature(Uint8Array.of(1), Uint8Array.of(0x80))],
    ['said to be of another kind than the key', () => signer(4, writeHash(RSA_SHA_256))],
  ]);

  refuses('unsupported_algorithm', [
    [
      'over a weak hash',
      () => ({ ...signer(2, writeHash(SHA_1)), ...data(1, writeSet([writeHash(SHA_1)])) }),
    ],
    ['by an unknown algorithm', () => signer(4, writeHash('1.2.840.113549.1.1.10'))],
    [
      'by one with parameters that it has not',
      () => signer(4, writeDer(SEQUENCE, writeOid(ECDSA_SHA_256), writeInteger(0))),
    ],
  ]);

  refuses('malformed', [
    ['two hashes', () => signer(4, writeDer(SEQUENCE, writeOid(ECDSA_SHA_384)))],
    ['a signature that is no pair of numbers', () => signer(5, writeDer(OCTET_STRING, DIGEST))],
    ['an attribute twice', () => sign(writeAttribute(CONTENT_TYPE, writeOid('1.2.3')))],
    [
      'an attribute of two values',
      () => attribute(0, writeAttribute(CONTENT_TYPE, writeOid('1.2.3'), writeOid('1.2.4'))),
    ],
    ['an attribute of no value', () => attribute(0, writeAttribute(CONTENT_TYPE))],
    ['an attribute of another form', () => attribute(1, writeAttribute(MESSAGE_DIGEST, writeDer(SEQUENCE)))],
  ]);
});

describe('a token is refused for which certificate its signer signed', () => {
  refuses('wrong_signing_certificate', [
    ['another one', async () => attribute(2, await newer([another.certificates[0]!]))],
    ["its authority's first", async () => attribute(2, await newer(authority.certificates.toReversed()))],
    ['another one by SHA-1 beside the right one', async () => sign(await older(another.certificates[0]!))],
    [
      'a path that is not this',
      async () => attribute(2, await newer([authority.certificates[0]!, another.root])),
    ],
    ['one of another issuer', () => named('Test root', 99)],
    ['one of another number', () => named('Test authority 1', 98)],
  ]);

  refuses('malformed', [
    [
      'none',
      () => attribute(2, writeAttribute(SIGNING_CERTIFICATE_V2, writeDer(SEQUENCE, writeDer(SEQUENCE)))),
    ],
    ['one of another form', () => attribute(2, writeAttribute(SIGNING_CERTIFICATE_V2, writeInteger(1)))],
  ]);

  refuses('unsupported_algorithm', [['one by a weak hash', async () => attribute(2, await byHash(SHA_1))]]);
});

describe('a token is refused for what stands beside its signature', () => {
  refuses('missing_certificate', [
    ["no signer's certificate", () => ({ certificates: (parts) => parts.slice(1) })],
    ['no certificates', () => ({ signedData: (parts) => parts.toSpliced(3, 1) })],
    [
      'a signer of another number',
      () => signer(1, writeDer(SEQUENCE, writeName('Test authority 1'), writeInteger(98))),
    ],
    [
      'a signer of another issuer',
      () => signer(1, writeDer(SEQUENCE, writeName('Test root'), writeInteger(99))),
    ],
  ]);

  refuses('malformed', [
    ['no signers', () => ({ signers: () => [] })],
    ['the signer twice', () => ({ signers: ([one]) => [one!, one!] })],
    ['two signers', () => ({ signers: ([one]) => [one!, writeDer(SEQUENCE, writeInteger(1))] })],
    [
      'a certificate of another kind',
      () => ({ certificates: (parts) => [...parts, writeDer(CONTEXT[1], writeDer(SEQUENCE))] }),
    ],
    ['another version', () => data(0, writeInteger(2))],
    ['another version of its signer', () => signer(0, writeInteger(2))],
    ['a signer named by a key identifier', () => signer(1, writeDer(0x80, DIGEST))],
    ['another hash announced', () => data(1, writeSet([writeHash(SHA_512)]))],
    ['no hash announced', () => data(1, writeSet([]))],
    ['content of another type', () => data(2, writeContent(DIGEST, DATA))],
    ['no content', () => data(2, writeDer(SEQUENCE, writeOid('1.2.840.113549.1.9.16.1.4')))],
    [
      'content of another form',
      () =>
        data(
          2,
          writeDer(SEQUENCE, writeOid('1.2.840.113549.1.9.16.1.4'), writeDer(CONTEXT[0], writeDer(SET))),
        ),
    ],
    ['more inside', () => ({ signedData: (parts) => [...parts, writeDer(OCTET_STRING)] })],
    ['more around', () => ({ contentInfo: (parts) => [...parts, writeDer(OCTET_STRING)] })],
    ['another type around', () => ({ contentInfo: (parts) => parts.with(0, writeOid(DATA)) })],
  ]);
});

async function replaceContent(): Promise<Forgery> {
  let content = new Uint8Array();
  await forgeToken(authority, {
    tstInfo: (parts) => parts.with(3, writeInteger(8)),
    content: (bytes) => (content = new Uint8Array(bytes)),
  });
  return data(2, writeContent(content));
}

async function signedByAnother(): Promise<Forgery> {
  let parts: readonly Uint8Array[] = [];
  await forgeToken(another, { signerInfo: (made) => (parts = made) });
  return signer(5, parts[5]!);
}

async function byHash(oid: string): Promise<Uint8Array> {
  const digest = writeDer(OCTET_STRING, await digestBytes('SHA-1', authority.certificates[0]!));
  const id = writeDer(SEQUENCE, writeHash(oid), digest);
  return writeAttribute(SIGNING_CERTIFICATE_V2, writeDer(SEQUENCE, writeDer(SEQUENCE, id)));
}
