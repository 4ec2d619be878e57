import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { ReportNotice } from '../evidence/reports.ts';
import { OUTCOMES } from '../evidence/outcomes.ts';
import { SESSION_STATUSES } from '../vocabulary.ts';
import { Session } from './sessions.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const count = z.int().meta({ description: 'How many sessions', example: 12 });

/** Counts of sessions by state; a state without any is 0. */
export const StatusCounts = z
  .object(Object.fromEntries(SESSION_STATUSES.map((status) => [status, count])) as StatusShape)
  .meta({ id: 'StatusCounts', description: 'How many sessions are in each state' });

type StatusShape = Record<(typeof SESSION_STATUSES)[number], typeof count>;

/** Counts of sessions by outcome; the others have none yet. */
export const OutcomeCounts = z
  .object(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count])) as OutcomeShape)
  .meta({ id: 'OutcomeCounts', description: 'How many sessions came to what' });

type OutcomeShape = Record<(typeof OUTCOMES)[number], typeof count>;

/** Counts of the sessions of a campaign, as they are now. */
export const CampaignSummary = z
  .object({
    campaign: Id,
    session_count: z.int().meta({ description: 'All of them', example: 60 }),
    status_counts: StatusCounts,
    outcome_counts: OutcomeCounts,
    first_created_at: Timestamp.nullable().meta({
      description: 'When its first session was created; null without any',
    }),
    last_created_at: Timestamp.nullable().meta({
      description: 'When its last session was created; null without any',
    }),
  })
  .meta({ id: 'CampaignSummary', description: 'What the sessions of a campaign come to' });

export type CampaignSummary = z.infer<typeof CampaignSummary>;

/** The newest report of a session that can be downloaded, as a list of sessions shows it. */
export const LinkedReport = ReportNotice.omit({ status: true })
  .extend({
    ready_at: Timestamp,
    pdf_url: z.string().nullable().meta({
      description:
        'Opens without a credential for 15 minutes, made anew with each reply; null once the session was redacted',
      example:
        'https://api.example.com/v1/reports/019a9f88-0f7d-7b42-95c6-7d3e2a8b1c0a.pdf?expires=1795298400&signature=k3yR0s',
    }),
  })
  .meta({ id: 'LinkedReport', description: 'The newest report of a session that can be downloaded' });

export const ReportedSession = Session.pick({
  id: true,
  status: true,
  type: true,
  reference: true,
  notes: true,
  locale: true,
  scheduled_for: true,
  created_at: true,
  started_at: true,
  ended_at: true,
  outcome: true,
})
  .extend({
    audit_chain_hash: z.string().nullable().meta({
      description: 'Head of its audit chain; null until it is frozen',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
    report: LinkedReport.nullable().meta({ description: 'null until one is ready' }),
  })
  .meta({ id: 'ReportedSession', description: 'A session of a campaign with what it came to' });

export type ReportedSession = z.infer<typeof ReportedSession>;
