import type { SigningKey } from '../authority/signing-key.ts';
import { TIME_STAMPING } from '../x509/oids.ts';
import {
  issueCertificate,
  writeBasicConstraints,
  writeExtendedKeyUsage,
  writeKeyUsage,
  type CertificateChange,
} from './issue-certificate.ts';

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'RSA-3072';

export type KeyPair = { readonly publicKey: SigningKey; readonly privateKey: SigningKey };

export type TestAuthority = {
  readonly root: Uint8Array;
  readonly rootKeys: KeyPair;
  /** The signer's certificate first, the root left out. */
  readonly certificates: readonly Uint8Array[];
  readonly key: SigningKey;
  readonly issuers: readonly TestIssuer[];
};

export type TestIssuer = { readonly certificate: Uint8Array; readonly key: SigningKey };

export const SIGNER_EXTENSIONS = [writeKeyUsage(0x80), writeExtendedKeyUsage([TIME_STAMPING])];

export const AUTHORITY_EXTENSIONS = [writeBasicConstraints({ isAuthority: true }), writeKeyUsage(0x06)];

/** Makes "Test root" → "Test authority 1", "… 2" for each of `between` → "Test unit", each changed as given. */
export async function createAuthority(
  given: {
    kind?: KeyKind;
    rootKind?: KeyKind;
    root?: CertificateChange;
    between?: readonly CertificateChange[];
    signer?: CertificateChange;
  } = {},
): Promise<TestAuthority> {
  const rootKeys = await generateKeys(given.rootKind ?? 'P-256');
  const rootName = { subject: 'Test root', issuer: 'Test root' };
  const rootBasis = { extensions: AUTHORITY_EXTENSIONS, publicKey: rootKeys.publicKey };
  const root = await issueCertificate({
    ...rootName,
    ...rootBasis,
    issuerKey: rootKeys.privateKey,
    ...given.root,
  });

  let issuer = { name: 'Test root', key: rootKeys.privateKey };
  const certificates: Uint8Array[] = [];
  const issuers: TestIssuer[] = [];
  for (const [index, change] of (given.between ?? []).entries()) {
    const { publicKey, privateKey } = await generateKeys('P-256');
    const basis = { subject: `Test authority ${index + 1}`, extensions: AUTHORITY_EXTENSIONS, publicKey };
    const issued = { issuer: issuer.name, issuerKey: issuer.key };
    issuers.unshift({ certificate: certificates[0] ?? root, key: issuer.key });
    certificates.unshift(await issueCertificate({ ...basis, ...issued, serial: index + 2, ...change }));
    issuer = { name: basis.subject, key: privateKey };
  }

  const { publicKey, privateKey: key } = await generateKeys(given.kind ?? 'P-256');
  const basis = { subject: 'Test unit', extensions: SIGNER_EXTENSIONS, publicKey };
  const issued = { issuer: issuer.name, issuerKey: issuer.key };
  issuers.unshift({ certificate: certificates[0] ?? root, key: issuer.key });
  certificates.unshift(await issueCertificate({ ...basis, ...issued, serial: 99, ...given.signer }));
  return { root, rootKeys, certificates, key, issuers };
}

export function generateKeys(kind: KeyKind): Promise<KeyPair> {
  const algorithm =
    kind === 'RSA-3072'
      ? {
          name: 'RSASSA-PKCS1-v1_5',
          hash: 'SHA-256',
          modulusLength: 3072,
          publicExponent: Uint8Array.of(1, 0, 1),
        }
      : { name: 'ECDSA', namedCurve: kind };
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
