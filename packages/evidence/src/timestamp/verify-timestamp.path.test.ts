import { describe, expect, it } from 'vitest';

import {
  AUTHORITY_EXTENSIONS,
  createAuthority,
  generateKeys,
  SIGNER_EXTENSIONS,
  type KeyPair,
  type TestAuthority,
} from '../testing/create-authority.ts';
import { DIGEST, forgeToken } from '../testing/forge-token.ts';
import {
  issueCertificate,
  writeBasicConstraints,
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
  writeName,
  type CertificateChange,
} from '../testing/issue-certificate.ts';
import { BIT_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger } from '../der/write-der.ts';
import {
  ANY_EXTENDED_KEY_USAGE,
  CERTIFICATE_POLICIES,
  NAME_CONSTRAINTS,
  TIME_STAMPING,
} from '../x509/oids.ts';
import type { TimestampFailureCode } from '../timestamp-refusal.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

// An ECDSA signature with r = s = 1.
const ONES = writeDer(BIT_STRING, Uint8Array.of(0), writeDer(SEQUENCE, writeInteger(1), writeInteger(1)));

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CERTIFICATE_SIGN = writeKeyUsage(0x04);
const EMPTY = writeDer(SEQUENCE);

type Changes = Parameters<typeof createAuthority>[0];

async function judge(authority: TestAuthority) {
  const token = await forgeToken(authority);
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
const root = (...extensions: Uint8Array[]): Changes => ({ root: { extensions } });
const withPathLength = (pathLength: number): CertificateChange => ({
  extensions: [writeBasicConstraints({ isAuthority: true, pathLength }), CERTIFICATE_SIGN],
});
const purposes = (...oids: string[]) => writeExtendedKeyUsage(oids);
const criticalPolicies = writeExtension(CERTIFICATE_POLICIES, EMPTY);

describe('a path may have', () => {
  it.each<[string, Changes]>([
    ['three authorities in between', { between: [{}, {}, {}] }],
    ['ten certificates', { between: Array.from({ length: 9 }, () => ({})) }],
    [
      'as many as their path lengths allow',
      { root: withPathLength(2), between: [withPathLength(1), withPathLength(0)] },
    ],
    ['an authority for timestamping', between(...AUTHORITY_EXTENSIONS, purposes(TIME_STAMPING, SERVER_AUTH))],
    ['an authority for any purpose', between(...AUTHORITY_EXTENSIONS, purposes(ANY_EXTENDED_KEY_USAGE))],
    ['an authority without a key usage', between(writeBasicConstraints({ isAuthority: true }))],
    ['a root without a key usage', root(writeBasicConstraints({ isAuthority: true }))],
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
    expect(await judge(await createAuthority(changes))).toMatchObject({ valid: true });
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
    [
      'a key usage for other things',
      between(writeBasicConstraints({ isAuthority: true }), writeKeyUsage(0x82)),
    ],
    ['other purposes', between(...AUTHORITY_EXTENSIONS, purposes(SERVER_AUTH))],
    ['no extensions', between()],
    ['a root without basic constraints', root(CERTIFICATE_SIGN)],
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

describe('a token is refused for the shape of its path', () => {
  refuses('malformed', [['more than ten certificates', { between: Array.from({ length: 10 }, () => ({})) }]]);

  it('untrusted: two authorities that certify each other, and nobody else', async () => {
    const [one, other, unit] = await Promise.all([1, 2, 3].map(() => generateKeys('P-256')));
    const issue = (subject: string, { publicKey }: KeyPair, issuer: string, { privateKey }: KeyPair) => {
      const extensions = subject === 'Unit' ? SIGNER_EXTENSIONS : AUTHORITY_EXTENSIONS;
      return issueCertificate({ subject, publicKey, issuer, issuerKey: privateKey, extensions });
    };
    const certificates = [
      await issue('Unit', unit!, 'One', one!),
      await issue('One', one!, 'Other', other!),
      await issue('Other', other!, 'One', one!),
    ];

    const verdict = await judge({ ...(await createAuthority()), certificates, key: unit!.privateKey });

    expect(verdict).toMatchObject({ valid: false, code: 'untrusted' });
  });
});
