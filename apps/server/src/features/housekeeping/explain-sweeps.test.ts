import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { GIVEN_UP_WORK } from '../../given-up-work.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { explainFinds, explainQuery } from '../../testing/explain-finds.ts';
import { DONE_TABLES, fillDoneWork } from '../../testing/fill-done-work.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { resumeAnchors } from '../anchors/exports/resume-anchors.ts';
import { resumeSubscriptions } from '../billing/exports/resume-subscriptions.ts';
import { resumePictures } from '../evidence/exports/drawings/resume-pictures.ts';
import { resumeMessages } from '../notifications/exports/resume-messages.ts';
import { resumeReports } from '../reports/exports/resume-reports.ts';
import { sweepReports } from '../reports/sweep-reports.job.ts';
import { resumeRedactions } from '../retention/exports/enqueue-redaction.ts';
import { resumeFreezes } from '../sessions/exports/plan-freeze.ts';
import { resumeSessions } from '../sessions/exports/resume-sessions.ts';
import { resumeSharings } from '../signatures/exports/resume-sharings.ts';
import { resumeRecordings } from '../uploads/exports/resume-recordings.ts';
import { settleLeftQuotas } from '../uploads/sweep-uploads.job.ts';
import { pauseUnreadEndpoints } from '../webhooks/endpoints/report-disabled-endpoint.job.ts';
import { resumeDropReports, resumeEndpointWork } from '../webhooks/upkeep/resume-endpoint-work.job.ts';
import { RESUMES } from './resume-work.job.ts';

const ROWS = 12_000;

let context: Context;
let drop: () => Promise<void>;

beforeAll(async () => {
  const cloned = await cloneDatabase();
  ({ drop } = cloned);
  context = await openTestContext(cloned.databaseUrl);
  const { organisationId } = await seedOrganisation(context);
  const at = new Date(context.clock.now().getTime() - 40 * 86_400_000);
  await fillDoneWork(cloned.databaseUrl, { organisationId, count: ROWS, at });
});
afterAll(async () => {
  await context.close();
  await drop();
});

const SWEEPS: [string, (context: Context) => Promise<unknown>, string[]][] = [
  ['messages', resumeMessages, ['messages_unsent_idx']],
  [
    'sessions that expire or are reminded of',
    resumeSessions,
    ['sessions_waiting_idx', 'sessions_waiting_idx', 'sessions_waiting_idx'],
  ],
  ['chains to freeze', resumeFreezes, ['sessions_uncompleted_idx']],
  [
    'anchors',
    resumeAnchors,
    [
      'anchors_pending_idx',
      'addenda_anchors_pending_idx',
      'addenda_chains_unanchored_idx',
      'org_anchors_pending_idx',
      'whiteboard_anchors_pending_idx',
    ],
  ],
  ['reports', resumeReports, ['reports_open_idx']],
  ['reports that no recipient has yet', resumeSharings, ['sessions_shared_idx']],
  ['pictures of drawings', resumePictures, ['evidence_drawings_idx']],
  ['recordings', resumeRecordings, ['evidence_uploading_idx']],
  ['sessions to redact', resumeRedactions, ['sessions_redacting_idx']],
  ['events of the payment provider', resumeSubscriptions, ['billing_events_waiting_idx']],
  [
    'recoveries and pauses of endpoints',
    (all) => resumeEndpointWork.run(all, {}),
    // Each row of recoveries waits, so reading them all is right.
    ['webhook_recoveries', 'webhook_endpoints_unreported_idx'],
  ],
  [
    'reports that were left behind or never asked for',
    (all) => sweepReports.run(all, {}),
    ['reports_unfinished_idx', 'sessions_uncompleted_idx'],
  ],
  ['endpoints that nobody reads', (all) => pauseUnreadEndpoints.run(all, {}), ['webhook_endpoints_pull_idx']],
  ['rooms of uploads that are over', settleLeftQuotas, ['evidence_unsettled_idx']],
  ['dropped deliveries', (all) => resumeDropReports.run(all, {}), ['webhook_deliveries_undelivered_idx']],
];

/** The table holds what is done, too, and must not be read whole. The queue of jobs holds only what waits. */
const READ_WHOLE = new RegExp(`Seq Scan on (${DONE_TABLES.join('|')})\\b`);

describe('the sweep of work that lost its job', () => {
  it.each(SWEEPS)(
    'finds %s by an index of what waits, and reads no table whole',
    async (_, sweep, indexes) => {
      const plans = await explainFinds(context, sweep);
      expect(plans).toHaveLength(indexes.length);
      for (const [index, plan] of plans.entries()) {
        expect(plan).toContain(indexes[index]);
        expect(plan).not.toMatch(READ_WHOLE);
      }
    },
  );

  it('would be seen to read a table whole', async () => {
    const plan = await explainQuery(context, Prisma.sql`select from messages where recipient = 'nobody'`);
    expect(plan).toMatch(READ_WHOLE);
  });

  it('is explained for every kind of work there is', () => {
    for (const resume of RESUMES) expect(SWEEPS.map(([, sweep]) => sweep)).toContain(resume);
  });
});

const GIVEN_UP: Record<string, string> = {
  'anchor-chain': 'anchors_failed_idx',
  'anchor-addenda-head': 'addenda_anchors_failed_idx',
  'anchor-org-head': 'org_anchors_failed_idx',
  'anchor-whiteboard': 'whiteboard_anchors_failed_idx',
  'make-report': 'reports_failed_idx',
  'remux-recording': 'evidence_uploading_idx',
};

describe('a scrape that counts what gave up as a row', () => {
  it.each(GIVEN_UP_WORK)('finds it by an index of what gave up or waits: $kind', async ({ kind, select }) => {
    const plan = await explainQuery(context, select(context.clock.now()));
    expect(plan).toContain(GIVEN_UP[kind]);
    expect(plan).not.toMatch(READ_WHOLE);
  });
});

describe('the indexes of work that waits or gave up', () => {
  it('hold nothing of what is done, however large the tables are', async () => {
    const used = SWEEPS.flatMap(([, , indexes]) => indexes).concat(Object.values(GIVEN_UP));
    // Drawings are read by the time of their making: the last day alone.
    const names = used.filter((name) => name.endsWith('_idx') && name !== 'evidence_drawings_idx');
    const { rows } = await context.database.pool.query(
      'select relname as name, reltuples::int as entries from pg_class where relname = any ($1)',
      [names],
    );
    expect(rows).toHaveLength(new Set(names).size);
    expect(rows.filter(({ entries }) => entries !== 0)).toEqual([]);
  });
});
