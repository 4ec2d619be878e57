import { X509Certificate } from 'node:crypto';
import { describeSigner } from '@field-inspection/evidence/seal';
import { findExtension, readOid } from '@field-inspection/evidence/asn1';
import { listPath } from '../../../../platform/seal/order-certificates.ts';
import type { SignatureLevel, SigningCredential } from '../protocol/signature-provider.ts';
import type { CscCredential } from './ask-csc.ts';

export type CscAccess = { token: string; mode: string; algorithm: SignAlgorithm };

/** Undefined unless the key is enabled and the certificate valid, for documents, and not an organisation's. */
export const readCredential = (
  { key, cert, auth }: CscCredential,
  { id, token, now }: { id: string; token: string; now: Date },
): SigningCredential | undefined => {
  const algorithm = findSignAlgorithm(key.algo);
  if (!algorithm || key.status !== 'enabled' || (cert.status ?? 'valid') !== 'valid') return undefined;
  try {
    const [own, ...others] = cert.certificates.map((der) => new X509Certificate(der));
    const der = new Uint8Array(own!.raw);
    const { subject, kind, is_for_documents, not_before, not_after } = describeSigner(der);
    const isValid = new Date(not_before) <= now && now <= new Date(not_after);
    if (!isValid || !is_for_documents || kind === 'organisation') return undefined;
    const access: CscAccess = { token, mode: auth.mode, algorithm };
    return {
      id,
      subject,
      level: findSignatureLevel(der),
      certificates: listPath(own!, others).map(({ raw }) => new Uint8Array(raw)),
      hash: algorithm.hash,
      ...(algorithm.scheme ? { scheme: algorithm.scheme } : {}),
      access: JSON.stringify(access),
    };
  } catch {
    // A key with an unreadable certificate can't sign.
    return undefined;
  }
};

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';

/** ETSI EN 319 412-5: a qualified certificate (section 4.2.1), with its key in a qualified device (4.2.2). */
const QUALIFIED = ['0.4.0.1862.1.1', '0.4.0.1862.1.4'];
/** Section 4.2.3: for signatures, seals or web sites; absent for signatures. */
const QC_TYPE = '0.4.0.1862.1.6';
const FOR_SIGNATURES = '0.4.0.1862.1.6.1';

/** By the certificate. Whether the authority may state that, its root and the trusted lists tell. */
export const findSignatureLevel = (certificate: Uint8Array): Exclude<SignatureLevel, 'SES'> => {
  const statements = findExtension(certificate, QC_STATEMENTS)?.children ?? [];
  const stated = statements.map(({ children }) => readOid(children[0]!));
  const types = statements[stated.indexOf(QC_TYPE)]?.children[1]?.children.map(readOid);
  const isForSignatures = types?.includes(FOR_SIGNATURES) ?? true;
  return isForSignatures && QUALIFIED.every((oid) => stated.includes(oid)) ? 'QES' : 'AES';
};

/** The names are those of the CMS. */
type SignAlgorithm = Pick<SigningCredential, 'hash' | 'scheme'> & {
  oid: string;
  parameters?: string;
};

/** RFC 4055, section 6: SHA-256, MGF1 with it, a salt of 32 bytes. */
const PSS_SHA_256 = 'MDSgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEFAKIDAgEg';

/** The order is that of preference; RFC 8017, RFC 5758, RFC 5480. */
const ALGORITHMS: readonly SignAlgorithm[] = [
  { oid: '1.2.840.113549.1.1.11', hash: 'SHA-256' },
  { oid: '1.2.840.113549.1.1.12', hash: 'SHA-384' },
  { oid: '1.2.840.113549.1.1.13', hash: 'SHA-512' },
  { oid: '1.2.840.113549.1.1.1', hash: 'SHA-256' },
  { oid: '1.2.840.113549.1.1.10', hash: 'SHA-256', scheme: 'RSA-PSS', parameters: PSS_SHA_256 },
  { oid: '1.2.840.10045.4.3.2', hash: 'SHA-256' },
  { oid: '1.2.840.10045.4.3.3', hash: 'SHA-384' },
  { oid: '1.2.840.10045.4.3.4', hash: 'SHA-512' },
  { oid: '1.2.840.10045.2.1', hash: 'SHA-256' },
];

/** Undefined when verifiers take none of the offered algorithms. */
const findSignAlgorithm = (offered: readonly string[]): SignAlgorithm | undefined =>
  ALGORITHMS.find(({ oid }) => offered.includes(oid));

export const HASH_OIDS = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const;
