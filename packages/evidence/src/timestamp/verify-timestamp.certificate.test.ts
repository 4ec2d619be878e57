import { describe, expect, it } from 'vitest';

import {
  AUTHORITY_EXTENSIONS,
  createAuthority,
  SIGNER_EXTENSIONS,
  type TestAuthority,
} from '../testing/create-authority.ts';
import { DIGEST, forgeToken } from '../testing/forge-token.ts';
import {
  issueCertificate,
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
  type CertificateChange,
} from '../testing/issue-certificate.ts';
import { readCertificate } from '../x509/certificate.ts';
import { readDer } from '../der/read-der.ts';
import { BIT_STRING, BOOLEAN, CONTEXT, INTEGER, NULL, SEQUENCE, UTC_TIME } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import {
  BASIC_CONSTRAINTS,
  EC_PUBLIC_KEY,
  KEY_USAGE,
  P_256,
  RSA,
  SUBJECT_ALTERNATIVE_NAME,
  TIME_STAMPING,
} from '../x509/oids.ts';
import type { TimestampFailureCode } from '../timestamp-refusal.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

type Changes = Parameters<typeof createAuthority>[0];

async function judge(authority: TestAuthority, certificates = authority.certificates) {
  const token = await forgeToken(authority, { certificates: () => certificates });
  const now = new Date('2026-11-20T10:03:00Z');
  return verifyTimestamp(token, { digest: DIGEST, roots: [authority.root], now });
}

function refuses(code: TimestampFailureCode, cases: readonly (readonly [string, Changes])[]): void {
  it.each(cases)(`${code}: %s`, async (_name, changes) => {
    expect(await judge(await createAuthority(changes))).toMatchObject({ valid: false, code });
  });
}

const signer = (...extensions: Uint8Array[]): Changes => ({ signer: { extensions } });
const between = (...extensions: Uint8Array[]): Changes => ({ between: [{ extensions }] });
const signed = (signedParts: NonNullable<CertificateChange['signedParts']>): Changes => ({
  signer: { signedParts },
});
const around = (parts: NonNullable<CertificateChange['parts']>): Changes => ({ signer: { parts } });
const key = (...parts: Uint8Array[]): Changes => signed((all) => all.with(6, writeDer(SEQUENCE, ...parts)));
const purpose = writeExtendedKeyUsage([TIME_STAMPING]);
const certificateSign = writeKeyUsage(0x04);
const constraints = (...parts: Uint8Array[]) =>
  writeExtension(BASIC_CONSTRAINTS, writeDer(SEQUENCE, writeDer(BOOLEAN, Uint8Array.of(0xff)), ...parts));
const validity = (from: string, to: string) =>
  writeDer(SEQUENCE, ...[from, to].map((text) => writeDer(UTC_TIME, new TextEncoder().encode(text))));

describe('a certificate is refused for its form', () => {
  refuses('malformed', [
    ['an extension twice', signer(...SIGNER_EXTENSIONS, SIGNER_EXTENSIONS[0]!)],
    ['extensions in version 1', signed((parts) => parts.slice(1))],
    ['extensions in version 2', signed((parts) => parts.with(0, writeDer(CONTEXT[0], writeInteger(1))))],
    ['two algorithms', signed((parts) => parts.with(2, writeDer(SEQUENCE, writeOid('1.2.3'))))],
    [
      'a day that does not exist',
      signed((parts) => parts.with(4, validity('250230000000Z', '491231235959Z'))),
    ],
    ['a time without seconds', signed((parts) => parts.with(4, validity('2502010000Z', '491231235959Z')))],
    ['identifiers of old', signed((parts) => parts.toSpliced(7, 0, writeDer(0x81, Uint8Array.of(0, 1))))],
    [
      'a signature of unused bits',
      around((parts) => parts.with(2, writeDer(BIT_STRING, Uint8Array.of(1, 0)))),
    ],
    ['more behind it', around((parts) => [...parts, writeDer(NULL)])],
    ['a key usage of another form', signer(writeExtension(KEY_USAGE, writeInteger(1)), purpose)],
    [
      'an extension with more behind it',
      between(writeExtension(BASIC_CONSTRAINTS, Uint8Array.of(0x30, 0, 0))),
    ],
    ['a negative path length', between(constraints(writeDer(INTEGER, Uint8Array.of(0xff))), certificateSign)],
  ]);
});

describe('a certificate is refused for its key or its signature', () => {
  const point = writeDer(BIT_STRING, Uint8Array.of(0, 4), new Uint8Array(64).fill(1));
  const ofCurve = (curve: string) => writeDer(SEQUENCE, writeOid(EC_PUBLIC_KEY), writeOid(curve));
  const rsa = (byteLength: number): Changes => {
    const numbers = writeDer(
      SEQUENCE,
      writeInteger(new Uint8Array(byteLength).fill(0xff)),
      writeInteger(65537),
    );
    return key(
      writeDer(SEQUENCE, writeOid(RSA), writeDer(NULL)),
      writeDer(BIT_STRING, Uint8Array.of(0), numbers),
    );
  };
  const signedBy = (oid: string): CertificateChange => {
    const algorithm = writeDer(SEQUENCE, writeOid(oid));
    return {
      signedParts: (parts) => parts.with(2, algorithm),
      parts: (parts) => parts.with(1, algorithm),
    };
  };

  refuses('unsupported_algorithm', [
    ['a key on another curve', key(ofCurve('1.3.132.0.10'), point)],
    ['a key on no named curve', key(writeDer(SEQUENCE, writeOid(EC_PUBLIC_KEY), writeDer(NULL)), point)],
    ['a key off its curve', key(ofCurve(P_256), point)],
    ['a key of another kind', key(writeDer(SEQUENCE, writeOid('1.3.101.112')), point)],
    ['an RSA key of 2040 bits', rsa(255)],
    ['an RSA key of 8200 bits', rsa(1025)],
    ['a signature over SHA-1', { between: [signedBy('1.2.840.10045.4.1')] }],
    ['a signature that names no hash', { between: [signedBy(EC_PUBLIC_KEY)] }],
  ]);

  // The lengths are allowed: the keys are refused since neither signed.
  refuses('wrong_signature', [
    ['an RSA key of 2048 bits', rsa(256)],
    ['an RSA key of 8192 bits', rsa(1024)],
  ]);
});

describe('an RSA key whose algorithm has no parameters, where others have null', () => {
  const bare: CertificateChange = {
    signedParts: (parts) => {
      const [, bits] = readDer(parts[6]!).children;
      return parts.with(6, writeDer(SEQUENCE, writeDer(SEQUENCE, writeOid(RSA)), bits!.bytes));
    },
  };

  it('verifies what it signed', async () => {
    const authority = await createAuthority({ kind: 'RSA-3072', signer: bare });
    const another = await createAuthority({ kind: 'RSA-3072', signer: bare });

    expect(await judge(authority)).toMatchObject({ valid: true });
    expect(await judge({ ...authority, key: another.key })).toMatchObject({ code: 'wrong_signature' });
  });
});

describe('a certificate that does not belong there', () => {
  it('wrong_signing_certificate: one for the same key, of the same issuer and number, put in place of it', async () => {
    const authority = await createAuthority();
    const own = authority.certificates[0]!;
    const { publicKey } = readCertificate(readDer(own));
    const reissued = await issueCertificate({
      subject: 'Test unit',
      issuer: 'Test root',
      publicKey: authority.rootKeys.publicKey,
      issuerKey: authority.rootKeys.privateKey,
      serial: 99,
      extensions: SIGNER_EXTENSIONS,
      notAfter: '480101000000Z',
      signedParts: (parts) => parts.with(6, new Uint8Array(publicKey.bytes)),
    });

    expect(await judge(authority, [reissued])).toMatchObject({
      valid: false,
      code: 'wrong_signing_certificate',
    });
    expect(await judge(authority, [own])).toMatchObject({ valid: true });
  });

  it('is passed over: one of the same root that issued nothing in the token', async () => {
    const authority = await createAuthority({ between: [{}] });
    const [own, first] = authority.certificates;
    const publicKey = authority.rootKeys.publicKey;
    const spare = await issueCertificate({
      subject: 'Test authority 2',
      issuer: 'Test root',
      publicKey,
      issuerKey: authority.rootKeys.privateKey,
      extensions: AUTHORITY_EXTENSIONS,
    });

    expect(await judge(authority, [own!, first!, spare])).toMatchObject({ valid: true });
  });
});

describe("the name that a token gives its authority may be one of its certificate's alternatives", () => {
  const address = writeDer(0x82, new TextEncoder().encode('tsa.example'));
  const other = writeDer(0x82, new TextEncoder().encode('tsb.example'));
  const named = (name: Uint8Array) => ({
    tstInfo: (parts: readonly Uint8Array[]) => [...parts, writeDer(CONTEXT[0], name)],
  });

  it('and is refused as wrong_authority_name if it is none', async () => {
    const alternatives = writeExtension(SUBJECT_ALTERNATIVE_NAME, writeDer(SEQUENCE, address));
    const authority = await createAuthority({ signer: { extensions: [...SIGNER_EXTENSIONS, alternatives] } });
    const [right, wrong] = await Promise.all(
      [address, other].map((name) => forgeToken(authority, named(name))),
    );
    const expectation = { digest: DIGEST, roots: [authority.root], now: new Date('2026-11-20T10:03:00Z') };

    expect(await verifyTimestamp(right!, expectation)).toMatchObject({ valid: true });
    expect(await verifyTimestamp(wrong!, expectation)).toMatchObject({ code: 'wrong_authority_name' });
  });
});
