import type { GivenRecipients, ReportRecipient } from '@field-inspection/contract';
import type { Fact } from '../effects.ts';
import { invalidField } from '../refusal.ts';

/**
 * Gives the recipients of a report as they are kept.
 *
 * @throws {Refusal} validation_error where an address stands twice: one person would get two links
 */
export const storeRecipients = (given: GivenRecipients): ReportRecipient[] => {
  const addresses = new Set(given.map(({ email }) => email.toLowerCase()));
  if (addresses.size < given.length) throw invalidField('report_recipients', 'must name each address once');
  return given.map(({ name, email }) => ({ name: name.trim(), email }));
};

/** A session that nobody joined was called off: its report has nothing to read. */
export const isShared = (session: {
  started_at: unknown;
  redacted_at: unknown;
  report_recipients: readonly ReportRecipient[];
}): boolean =>
  session.started_at !== null && session.redacted_at === null && session.report_recipients.length > 0;

export const factOfSharing = (reportId: string, recipients: ReportRecipient[]): Fact => ({
  kind: 'report.shared',
  payload: { report_id: reportId, count: recipients.length },
  personal: { recipients },
});

export const factOfOpening = (reportId: string, recipient: ReportRecipient): Fact => ({
  kind: 'report.opened',
  payload: { report_id: reportId },
  personal: { recipient },
});
