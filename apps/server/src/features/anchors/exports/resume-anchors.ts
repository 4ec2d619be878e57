import { Prisma } from '#prisma';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { anchorAddendaJob, requestAddendaAnchors } from '../../audit/exports/request-addenda-anchors.ts';
import {
  anchorAddendaHeadJob,
  anchorChainJob,
  anchorOrgHeadJob,
  anchorWhiteboardJob,
  enqueueTry,
} from '../enqueue-try.ts';
import type { AnchoredExport, AnchorKey } from '../find-anchor.ts';

export const resumeAnchors = async (context: ResumeContext): Promise<void> => {
  await resumeChainAnchors(context);
  await resumeAddendaHeads(context);
  await resumeAddenda(context);
  await resumeOrgHeads(context);
  await resumeWhiteboards(context);
};

type Pending = AnchorKey & { attempt_count: number };
type PendingOfOrg = { organisation_id: string; authority: string; sequence: number; attempt_count: number };

const resumeChainAnchors = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, anchorChainJob, {
    find: ({ db }) => db.$queryRaw<Pending[]>`
      select a.organisation_id, a.session_id, a.authority, a.attempt_count
      from anchors a
      where a.status = 'pending'
        and ${hasNoJob(anchorChainJob, Prisma.sql`concat_ws(':', a.session_id, a.authority, a.attempt_count)`)}
      order by a.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, anchor) => enqueueTry(tx, anchor),
  });

const resumeAddendaHeads = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, anchorAddendaHeadJob, {
    find: ({ db }) => db.$queryRaw<Pending[]>`
      select a.organisation_id, a.session_id, a.authority, a.sequence, a.attempt_count
      from addenda_anchors a
      where a.status = 'pending'
        and ${hasNoJob(
          anchorAddendaHeadJob,
          Prisma.sql`concat_ws(':', a.session_id, a.authority, a.sequence, a.attempt_count)`,
        )}
      order by a.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, anchor) => enqueueTry(tx, anchor),
  });

const resumeOrgHeads = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, anchorOrgHeadJob, {
    find: ({ db }) => db.$queryRaw<PendingOfOrg[]>`
      select a.organisation_id, a.authority, a.sequence, a.attempt_count
      from org_anchors a
      where a.status = 'pending'
        and ${hasNoJob(
          anchorOrgHeadJob,
          Prisma.sql`concat_ws(':', a.organisation_id, a.authority, a.sequence, a.attempt_count)`,
        )}
      order by a.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, anchor) => enqueueTry(tx, anchor),
  });

const resumeWhiteboards = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, anchorWhiteboardJob, {
    find: ({ db }) => db.$queryRaw<(AnchoredExport & { authority: string; attempt_count: number })[]>`
      select a.organisation_id, a.evidence_id, a.variant, a.authority, a.attempt_count
      from whiteboard_anchors a
      where a.status = 'pending'
        and ${hasNoJob(
          anchorWhiteboardJob,
          Prisma.sql`concat_ws(':', a.evidence_id, a.variant, a.authority, a.attempt_count)`,
        )}
      order by a.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, anchor) => enqueueTry(tx, anchor),
  });

type Unanchored = { organisation_id: string; session_id: string; anchor_requested_at: Date | null };

const resumeAddenda = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, anchorAddendaJob, {
    find: ({ db }) => db.$queryRaw<Unanchored[]>`
      select a.organisation_id, a.session_id, a.anchor_requested_at
      from addenda_chains a
      where a.head_sequence > a.anchored_sequence and ${hasNoJob(anchorAddendaJob, Prisma.sql`a.session_id`)}
      order by a.session_id
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, session_id, anchor_requested_at }) =>
      requestAddendaAnchors(tx, {
        organisationId: organisation_id,
        sessionId: session_id,
        lastRequestedAt: anchor_requested_at,
      }),
  });
