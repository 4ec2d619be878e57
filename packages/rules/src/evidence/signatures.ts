import type { SignatureStatus } from '@field-inspection/contract';
import type { Fact, Instant, Json } from '../effects.ts';
import type { ReadPhone } from '../participants/recipients.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { noReportYet } from './reports.ts';

export const SIGNATURE_LIFETIME_MS = 14 * 86_400_000;

const SIGNATURES_PER_SESSION = 50;

type Signer = { name: string; email?: string | undefined; phone?: string | undefined };

export const describeSigner = ({ name, email = '', phone = '' }: Signer, readPhone: ReadPhone) => {
  if (email === '' && phone === '')
    throw invalidField('signer.email', 'is needed, or phone: the code is sent there');
  return { name, email, phone: phone === '' ? '' : readPhone('signer.phone', phone) };
};

export const requireGivenLevel = (provider: string, level: string): void => {
  if (provider === 'demo' && level !== 'SES')
    throw invalidField('level', 'must be SES: the provider demo gives no other');
};

export const requireSignable = <ReportRow>(
  report: ReportRow | null | undefined,
  { count }: { count: number },
): ReportRow => {
  if (!report) throw noReportYet();
  if (count < SIGNATURES_PER_SESSION) return report;
  const detail = `The session has ${SIGNATURES_PER_SESSION} signatures, those included that came to nothing.`;
  throw new Refusal('session.invalid_state', detail);
};

type Standing = { status: string; expires_at: Instant; busy_until?: Date | null };

/** The times tell whether a pending signature has expired or is being signed. */
export const deriveSignatureStatus = (row: Standing, now: Date): SignatureStatus => {
  if (row.status !== 'pending') return row.status as SignatureStatus;
  if (new Date(row.expires_at) <= now) return 'expired';
  return row.busy_until && row.busy_until > now ? 'signing' : 'pending';
};

/** A signature that has ended unsigned stays as it is. */
export const endsByCancelling = ({ status }: { status: string }): boolean => {
  if (status !== 'signed') return status === 'pending';
  const detail = 'The signature is in the report; it can not be cancelled any more.';
  throw new Refusal('session.invalid_state', detail);
};

type Signed = { id: string; level: string; provider: string };

type Revision = { id: string; revision_of: string | null; sha256: string; byte_size: number };

export const factOfSigning = (
  { id, level, provider }: Signed,
  { id: report_id, revision_of, sha256, byte_size }: Revision,
  signer: Record<string, Json>,
): Fact => ({
  kind: 'signature.applied',
  payload: { signature_id: id, report_id, revision_of, sha256, byte_size, level, provider },
  personal: { signer },
});
