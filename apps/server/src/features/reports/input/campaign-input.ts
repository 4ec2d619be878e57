import type { LocaleCode, OUTCOMES, SessionStatus } from '@field-inspection/contract';
import type { ReportSeal } from './report-input.ts';

/**
 * Everything that the report of a campaign shows: all its words and bytes follow from it. It has no words that people
 * wrote in sessions: a sealed report can't be redacted. Times are ISO 8601 in UTC.
 */
export type CampaignInput = {
  createdAt: string;
  locale: LocaleCode;
  timeZone: string;
  /** `color` is the brand's, #rrggbb; null: the house's. */
  organisation: { name: string; color: string | null };
  campaign: { id: string; name: string; description: string };
  /** The span of creation that a session must be in; null: no bound. */
  createdAfter: string | null;
  createdBefore: string | null;
  /** The newest first, as in the list and the table. */
  sessions: CampaignSession[];
  seal: ReportSeal | null;
};

export type CampaignSession = {
  id: string;
  status: SessionStatus;
  outcome: (typeof OUTCOMES)[number] | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** The hash of the session's newest report, in hexadecimal. */
  reportSha256: string | null;
};
