import { X509Certificate } from 'node:crypto';
import { listTokenCertificates } from '@field-inspection/evidence';
import type { Metrics } from '../metrics.ts';
import { listIssued } from '../seal/list-issued.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** From then on the authority gives no token that is valid, unless it has other certificates. For a valid token. */
export const findTokenEnd = (token: Uint8Array, roots: readonly Uint8Array[]): Date => {
  const certificates = listTokenCertificates(token);
  const own = (certificates.find(({ isSigner }) => isSigner) ?? certificates[0]!).der;
  const path = listIssued(own, { others: certificates.map(({ der }) => der), roots });
  // Without its root at hand, nothing is known but the authority's own end.
  const ders = [own, ...(path?.questions.map(({ issuer }) => issuer) ?? [])];
  return new Date(Math.min(...ders.map((der) => Date.parse(new X509Certificate(der).validTo))));
};

/** Tells Prometheus: an alert asks for new certificates in time. */
export const noteEnd = (
  { metrics }: { metrics: Pick<Metrics, 'tsaNotAfterSeconds'> },
  { name }: Pick<TimestampAuthority, 'name'>,
  { notAfter }: { notAfter: Date },
): void => metrics.tsaNotAfterSeconds.set({ authority: name }, notAfter.getTime() / 1000);
