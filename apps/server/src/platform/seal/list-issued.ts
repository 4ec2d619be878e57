import { X509Certificate } from 'node:crypto';
import type { RevocationQuestion } from '@field-inspection/evidence/seal';
import { isIssuedBy, isSignedByItself } from './order-certificates.ts';

/** Each certificate with its issuer; the root is the issuer of the last. */
export type IssuedPath = { questions: RevocationQuestion[]; root: Uint8Array };

/** Up to a certificate that is signed by itself or is among the roots. Undefined when an issuer is missing. */
export const listIssued = (own: Uint8Array, pool: Pool): IssuedPath | undefined => {
  try {
    return climb(own, pool);
  } catch {
    // A certificate that OpenSSL can't read belongs to no path; nothing foreign may cost a report.
    return undefined;
  }
};

type Pool = { others: readonly Uint8Array[]; roots?: readonly Uint8Array[] };

const climb = (own: Uint8Array, { others, roots = [] }: Pool): IssuedPath | undefined => {
  const questions: RevocationQuestion[] = [];
  const trusted = roots.map((der) => new X509Certificate(der));
  const pool = [...trusted, ...others.map((der) => new X509Certificate(der))];
  for (let top = new X509Certificate(own); ;) {
    const issuer = pool.find((other) => !other.raw.equals(top.raw) && isIssuedBy(top, other));
    if (!issuer || questions.length === pool.length) return undefined;
    questions.push({ certificate: bytesOf(top), issuer: bytesOf(issuer) });
    if (trusted.includes(issuer) || isSignedByItself(issuer)) return { questions, root: bytesOf(issuer) };
    top = issuer;
  }
};

const bytesOf = ({ raw }: X509Certificate): Uint8Array => new Uint8Array(raw);
