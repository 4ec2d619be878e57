import { X509Certificate } from 'node:crypto';
import { describeSigner } from '@field-inspection/evidence/seal';
import { listPath } from '../../../../platform/seal/order-certificates.ts';
import { findSignatureLevel } from '../protocol/find-signature-level.ts';
import type { SigningCredential } from '../protocol/signature-provider.ts';
import type { CscCredential } from './csc-replies.ts';
import { findSignAlgorithm, type SignAlgorithm } from './sign-algorithms.ts';

/** What must be shown again to sign with a credential. */
export type CscAccess = { token: string; mode: string; algorithm: SignAlgorithm };

/**
 * A credential as the provider describes it, if a person can sign a document with it now: the key is enabled, and the
 * certificate is valid, for documents, and not an organisation's. Undefined otherwise.
 */
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
    // What can't be read is no certificate to sign with.
    return undefined;
  }
};
