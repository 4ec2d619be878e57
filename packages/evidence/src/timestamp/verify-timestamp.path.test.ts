import { describe, expect, it } from 'vitest';

import {
  AUTHORITY_EXTENSIONS,
  createAuthority,
  SIGNER_EXTENSIONS,
  type TestAuthority,
} from '../testing/create-authority.ts';
import { DIGEST, forgeToken } from '../testing/forge-token.ts';
import { issueCertificate, writeName, type CertificateChange } from '../testing/issue-certificate.ts';
import {
  writeBasicConstraints,
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
} from '../testing/write-extension.ts';
import { BIT_STRING, SEQUENCE } from './der/tags.ts';
import { writeDer } from './der/write-der.ts';
import { writeInteger } from './der/write-integer.ts';
import { writeOid } from './der/write-oid.ts';
import { ANY_EXTENDED_KEY_USAGE, CERTIFICATE_POLICIES, NAME_CONSTRAINTS, TIME_STAMPING } from './oids.ts';
import type { TimestampFailureCode } from './timestamp-verdict.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

// A signature of 1 and 1.
const ONES = writeDer(BIT_STRING, Uint8Array.of(0), writeDer(SEQUENCE, writeInteger(1), writeInteger(1)));

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CERTIFICATE_SIGN = writeKeyUsage(0x04);
const EMPTY = writeDer(SEQUENCE);

type Changes = Parameters<typeof createAuthority>[0];

async function judgeAuthority(changes: Changes, roots?: readonly Uint8Array[]) {
  return judge(await createAuthority(changes), { roots });
}

async function judge(
  authority: TestAuthority,
  {
    roots = [authority.root],
    certificates = authority.certificates,
  }: { roots?: readonly Uint8Array[] | undefined; certificates?: readonly Uint8Array[] } = {},
) {
  const token = await forgeToken(authority, { certificates: () => certificates });
  return verifyTimestamp(token, { digest: DIGEST, roots, now: new Date('2026-11-20T10:03:00Z') });
}

function refuses(code: TimestampFailureCode, cases: readonly (readonly [string, Changes])[]): void {
  it.each(cases)(`${code}: %s`, async (_name, changes) => {
    expect(await judgeAuthority(changes)).toMatchObject({ valid: false, code });
  });
}

const signer = (...extensions: Uint8Array[]): Changes => ({ signer: { extensions } });
const between = (...extensions: Uint8Array[]): Changes => ({ between: [{ extensions }] });
const root = (...extensions: Uint8Array[]): Changes => ({ root: { extensions } });
const withPathLength = (pathLength: number): CertificateChange => ({
  extensions: [writeBasicConstraints({ isAuthority: true, pathLength }), CERTIFICATE_SIGN],
});
const purposes = (...oids: string[]) => writeExtendedKeyUsage(oids);
const criticalPolicies = writeExtension(CERTIFICATE_POLICIES, EMPTY);

describe('a path may have', () => {
  it.each<[string, Changes]>([
    ['three authorities in between', { between: [{}, {}, {}] }],
    [
      'as many as their path lengths allow',
      { root: withPathLength(2), between: [withPathLength(1), withPathLength(0)] },
    ],
    ['an authority for timestamping', between(...AUTHORITY_EXTENSIONS, purposes(TIME_STAMPING, SERVER_AUTH))],
    ['an authority for any purpose', between(...AUTHORITY_EXTENSIONS, purposes(ANY_EXTENDED_KEY_USAGE))],
    ['critical policies', between(...AUTHORITY_EXTENSIONS, criticalPolicies)],
    ['a signer without a key usage', signer(purposes(TIME_STAMPING))],
    ['a signer that commits itself', signer(writeKeyUsage(0xc0), purposes(TIME_STAMPING))],
    [
      'a signer that says it is no authority',
      signer(...SIGNER_EXTENSIONS, writeBasicConstraints({ isAuthority: false })),
    ],
    [
      'a signer with an extension unknown here',
      signer(...SIGNER_EXTENSIONS, writeExtension('1.2.3', EMPTY, { critical: false })),
    ],
    ['times just wide enough', { signer: { notBefore: '261120100200Z', notAfter: '261120100200Z' } }],
  ])('%s', async (_name, changes) => {
    expect(await judgeAuthority(changes)).toMatchObject({ valid: true });
  });
});

describe('a token is refused for its signer', () => {
  refuses('not_for_timestamping', [
    ['of no stated purpose', signer(writeKeyUsage(0x80))],
    ['of another purpose', signer(purposes(SERVER_AUTH))],
    ['of another purpose, too', signer(purposes(TIME_STAMPING, SERVER_AUTH))],
    ['of any purpose', signer(purposes(ANY_EXTENDED_KEY_USAGE))],
    ['of the purpose twice', signer(purposes(TIME_STAMPING, TIME_STAMPING))],
    [
      'of a purpose that is not critical',
      signer(writeExtendedKeyUsage([TIME_STAMPING], { critical: false })),
    ],
    ['for issuing certificates, too', signer(writeKeyUsage(0x84), purposes(TIME_STAMPING))],
    ['for agreeing on keys only', signer(writeKeyUsage(0x08), purposes(TIME_STAMPING))],
    ['for no use at all', signer(writeKeyUsage(0), purposes(TIME_STAMPING))],
    ['that is an authority', signer(...SIGNER_EXTENSIONS, writeBasicConstraints({ isAuthority: true }))],
  ]);

  refuses('unsupported_certificate', [
    ['with a critical extension unknown here', signer(...SIGNER_EXTENSIONS, writeExtension('1.2.3', EMPTY))],
  ]);

  refuses('not_valid_then', [
    ['that was not valid yet', { signer: { notBefore: '261120100201Z' } }],
    ['that was not valid any more', { signer: { notAfter: '261120100159Z' } }],
  ]);
});

describe('a token is refused for an authority of its path', () => {
  refuses('not_an_authority', [
    ['no basic constraints', between(CERTIFICATE_SIGN)],
    [
      'basic constraints that say no',
      between(writeBasicConstraints({ isAuthority: false }), CERTIFICATE_SIGN),
    ],
    ['no key usage', between(writeBasicConstraints({ isAuthority: true }))],
    [
      'a key usage for other things',
      between(writeBasicConstraints({ isAuthority: true }), writeKeyUsage(0x82)),
    ],
    ['other purposes', between(...AUTHORITY_EXTENSIONS, purposes(SERVER_AUTH))],
    ['no extensions', between()],
    ['a root without basic constraints', root(CERTIFICATE_SIGN)],
    ['a root without a key usage', root(writeBasicConstraints({ isAuthority: true }))],
    ['a root of version 1', { root: { extensions: [], signedParts: (parts) => parts.slice(1) } }],
    ['a root for other purposes', root(...AUTHORITY_EXTENSIONS, purposes(SERVER_AUTH))],
  ]);

  refuses('path_too_long', [
    ['one level more than it may have', { between: [withPathLength(0), {}] }],
    ['two levels more', { between: [withPathLength(0), {}, {}] }],
    ['a root that issues to signers only', { root: withPathLength(0), between: [{}] }],
  ]);

  refuses('unsupported_certificate', [
    ['a critical extension unknown here', between(...AUTHORITY_EXTENSIONS, writeExtension('1.2.3', EMPTY))],
    [
      'name constraints',
      between(...AUTHORITY_EXTENSIONS, writeExtension(NAME_CONSTRAINTS, EMPTY, { critical: false })),
    ],
  ]);

  refuses('not_valid_then', [
    ['not valid yet', { between: [{ notBefore: '261120100201Z' }] }],
    ['not valid any more', { between: [{ notAfter: '261120100159Z' }] }],
    ['a root that was not valid yet', { root: { notBefore: '261120100201Z' } }],
    ['a root that was not valid any more', { root: { notAfter: '261120100159Z' } }],
  ]);

  refuses('untrusted', [
    [
      'a signature by another key',
      { between: [{ parts: ([signed, algorithm]) => [signed!, algorithm!, ONES] }] },
    ],
    [
      'a signer that names another issuer',
      { signer: { signedParts: (parts) => parts.with(3, writeName('Test root 2')) } },
    ],
  ]);
});

describe('the roots', () => {
  it('untrusted: none, and one of the same name with another key', async () => {
    const authority = await createAuthority();
    const another = await createAuthority();

    for (const roots of [[], [another.root]]) {
      expect(await judge(authority, { roots })).toMatchObject({ valid: false, code: 'untrusted' });
    }
    expect(await judge(authority, { roots: [another.root, authority.root] })).toMatchObject({ valid: true });
  });

  it("untrusted: the signer's own certificate as a root: a root is an authority", async () => {
    const authority = await createAuthority();
    const own = authority.certificates[0]!;

    expect(await judge(authority, { roots: [own] })).toMatchObject({ valid: false, code: 'untrusted' });
    expect(await judge(authority, { roots: [own, authority.root] })).toMatchObject({ valid: true });
  });

  it('may be an authority under another one', async () => {
    const authority = await createAuthority({ between: [{}] });
    const [own, between] = authority.certificates;

    expect(await judge(authority, { roots: [between!] })).toMatchObject({ valid: true });
    expect(await judge(authority, { roots: [between!], certificates: [own!] })).toMatchObject({
      valid: true,
    });
  });

  it('may be in the token, and are believed however they are signed', async () => {
    const weak = writeDer(SEQUENCE, writeOid('1.2.840.10045.4.1'));
    const root: CertificateChange = {
      signedParts: (parts) => parts.with(2, weak),
      parts: (parts) => parts.with(1, weak),
    };
    const authority = await createAuthority({ root });
    const ofTheSameName = (await createAuthority()).root;

    const verdict = await judge(authority, {
      certificates: [...authority.certificates, authority.root],
      roots: [ofTheSameName, authority.root],
    });

    expect(verdict).toMatchObject({ valid: true });
  });

  it('untrusted: an authority of the path is not in the token', async () => {
    const authority = await createAuthority({ between: [{}] });

    const verdict = await judge(authority, { certificates: authority.certificates.slice(0, 1) });

    expect(verdict).toMatchObject({ valid: false, code: 'untrusted' });
  });
});

describe("a certificate of the authority's root by an older root, in the token", () => {
  async function crossCertify(certificate: CertificateChange = {}) {
    const authority = await createAuthority();
    const older = await createAuthority();
    const { publicKey } = authority.rootKeys;
    const names = { subject: 'Test root', issuer: 'Test root' };
    const basis = {
      ...names,
      publicKey,
      issuerKey: older.rootKeys.privateKey,
      extensions: AUTHORITY_EXTENSIONS,
    };
    const cross = await issueCertificate({ ...basis, serial: 77, ...certificate });
    return { authority, older, certificates: [...authority.certificates, cross] };
  }

  it('unexpected_certificate: with the newer root only, as nothing proves that certificate', async () => {
    const { authority, certificates } = await crossCertify();

    const verdict = await judge(authority, { certificates });

    expect(verdict).toMatchObject({ valid: false, code: 'unexpected_certificate' });
    expect(verdict).toMatchObject({ message: expect.stringContaining('give the one that issued it') });
  });

  it('is taken with the older root, or with both', async () => {
    const { authority, older, certificates } = await crossCertify();

    expect(await judge(authority, { certificates, roots: [older.root] })).toMatchObject({ valid: true });
    expect(await judge(authority, { certificates, roots: [authority.root, older.root] })).toMatchObject({
      valid: true,
    });
  });

  it('may be out of date where the newer root is there', async () => {
    const { authority, older, certificates } = await crossCertify({ notAfter: '250101000000Z' });

    expect(await judge(authority, { certificates, roots: [older.root] })).toMatchObject({
      valid: false,
      code: 'not_valid_then',
    });
    expect(await judge(authority, { certificates, roots: [authority.root, older.root] })).toMatchObject({
      valid: true,
    });
  });
});
