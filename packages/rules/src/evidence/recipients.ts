import type { RecipientStatus, ReportRecipient } from '@field-inspection/contract';
import type { Fact, Instant } from '../effects.ts';
import { MAX_OTP_ATTEMPTS } from '../participants/invites.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { noReportYet } from './reports.ts';

export const factOfRevocation = (reportId: string, recipient: ReportRecipient): Fact => ({
  kind: 'report.link_revoked',
  payload: { report_id: reportId },
  personal: { recipient },
});

type Link = {
  email: string;
  status: string;
  expires_at: Instant;
  opened_at: unknown;
  otp_attempts?: number;
};

/** The times of a link that was not revoked tell what became of it. */
export const deriveRecipientStatus = (link: Omit<Link, 'email'>, now: Date): RecipientStatus => {
  if (link.status === 'cancelled' || link.status === 'revoked') return 'revoked';
  if (new Date(link.expires_at) <= now) return 'expired';
  if ((link.otp_attempts ?? 0) >= MAX_OTP_ATTEMPTS) return 'locked';
  return link.opened_at === null ? 'sent' : 'opened';
};

const RECIPIENTS_PER_SESSION = 50;

/**
 * Gives the report that a further recipient is sent.
 *
 * @throws {Refusal} evidence_not_ready without a report; validation_error where the address has a link already
 */
export const requireNewRecipient = <ReportRow>(
  { email }: ReportRecipient,
  report: ReportRow | null | undefined,
  links: readonly Link[],
): ReportRow => {
  if (!report) throw noReportYet();
  const isSame = (link: Link) => link.email.toLowerCase() === email.toLowerCase();
  const live = links.filter(({ status }) => status !== 'cancelled' && status !== 'revoked');
  if (live.some(isSame))
    throw invalidField('email', 'has a link to the report already: send it again, or revoke it before');
  if (links.length < RECIPIENTS_PER_SESSION) return report;
  const detail = `The report was sent to ${RECIPIENTS_PER_SESSION} recipients, those included that were revoked.`;
  throw new Refusal('session.invalid_state', detail);
};

/** @throws {Refusal} session.invalid_state for a revoked link, which stays dead */
export const requireUnrevokedLink = ({ status }: { status: string }): void => {
  if (status !== 'cancelled' && status !== 'revoked') return;
  const detail = 'The link was revoked. Send the report to the recipient anew.';
  throw new Refusal('session.invalid_state', detail);
};
