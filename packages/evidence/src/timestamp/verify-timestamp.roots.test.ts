import { describe, expect, it } from 'vitest';

import { AUTHORITY_EXTENSIONS, createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { DIGEST, forgeToken } from '../testing/forge-token.ts';
import { issueCertificate, type CertificateChange } from '../testing/issue-certificate.ts';
import { BIT_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeOid } from '../der/write-der.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

async function judge(
  authority: TestAuthority,
  {
    roots = [authority.root],
    certificates = authority.certificates,
  }: { roots?: readonly Uint8Array[]; certificates?: readonly Uint8Array[] },
) {
  const token = await forgeToken(authority, { certificates: () => certificates });
  return verifyTimestamp(token, { digest: DIGEST, roots, now: new Date('2026-11-20T10:03:00Z') });
}

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
    const certificates = [...authority.certificates, authority.root];

    const verdict = await judge(authority, { certificates, roots: [ofTheSameName, authority.root] });

    expect(verdict).toMatchObject({ valid: true });
  });

  it('may have others of their name, whose keys are longer, shorter, or unknown here', async () => {
    const authority = await createAuthority({ rootKind: 'P-384' });
    const edwards = writeDer(
      SEQUENCE,
      writeDer(SEQUENCE, writeOid('1.3.101.112')),
      writeDer(BIT_STRING, new Uint8Array(33)),
    );
    const others = await Promise.all([
      createAuthority({ root: { signedParts: (parts) => parts.with(6, edwards) } }),
      createAuthority({ rootKind: 'P-256' }),
      createAuthority({ rootKind: 'P-384' }),
      createAuthority({ rootKind: 'RSA-3072' }),
    ]);
    const roots = [...others.map(({ root }) => root), authority.root];

    expect(await judge(authority, { roots })).toMatchObject({ valid: true });
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

  it('is taken with the newer root, which needs it not, with the older one, or with both', async () => {
    const { authority, older, certificates } = await crossCertify();

    expect(await judge(authority, { certificates })).toMatchObject({ valid: true });

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
