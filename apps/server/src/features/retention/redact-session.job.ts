import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { eraseUnanswered } from '../anchors/exports/erase-unanswered.ts';
import { eraseDisclosures } from '../audit/exports/erase-disclosures.ts';
import { eraseSignals } from '../media/exports/clean-up-signals.ts';
import { eraseMessages } from '../notifications/exports/cancel-messages.ts';
import { eraseParticipants } from '../participants/exports/erase-participants.ts';
import { eraseReports } from '../reports/exports/erase-reports.ts';
import { type SessionKey, lockSessionRow } from '../sessions/exports/lock-session.ts';
import { eraseSigners } from '../signatures/exports/erase-signers.ts';
import { eraseEvents } from '../webhooks/exports/erase-events.ts';
import { eraseTitles } from '../whiteboards/exports/erase-titles.ts';
import { enqueueRedaction, redactSessionJob } from './exports/enqueue-redaction.ts';
import { eraseEvidence } from '../evidence/exports/erase-evidence.ts';
import { removeUpload } from '../uploads/exports/fail-upload.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { settleQuota } from '../quotas/exports/take-quota.ts';
import { viewSession } from '../sessions/exports/session-view.ts';

const ROWS_A_STEP = 500;

/** An id behind every other: no file is left to erase. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Each job is a step, and asks for the next. A step may run twice, or die: erased data stays erased. */
export const redactSession = defineJob({
  ...redactSessionJob,
  run: async (context: Context, { organisation_id, session_id, after }) => {
    const key = { organisationId: organisation_id, sessionId: session_id };
    const at = await findBeginning(context, key);
    if (!at) return;
    const next = await eraseFiles(context, key, { after, at });
    const isLeft = await eraseRows(context, key);
    if (next === undefined && !isLeft) await finishRedaction(context, key);
    else await context.transact(async (tx) => enqueueRedaction(tx, key, next ?? END));
  },
});

const findBeginning = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Date | null | undefined> => {
  const session = await database.prisma.session.findFirst({
    where: { organisation_id: organisationId, id: sessionId, redacted_at: { not: null }, erased_at: null },
    select: { redacted_at: true },
  });
  return session?.redacted_at;
};

const eraseRows = async (context: Context, key: SessionKey): Promise<boolean> => {
  let isLeft = false;
  for (const erase of ERASURES) {
    if ((await erase(context, key, ROWS_A_STEP)) >= ROWS_A_STEP) isLeft = true;
  }
  return isLeft;
};

/** The rest of failed uploads is deleted, too. Gives the last file looked at. */
const eraseFiles = async (
  context: Pick<Context, 'database' | 'objects' | 'uploads'>,
  key: SessionKey,
  step: { after: string; at: Date },
): Promise<string | undefined> => {
  const { erased, next } = await eraseEvidence(context, key, step);
  for (const { id, sha256 } of erased) if (sha256 === null) await removeUpload(context, id);
  return next;
};

const eraseReplies = (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
  limit: number,
): Promise<number> =>
  database.prisma.$executeRaw`
    delete from idempotency_keys
    where ctid = any (array(
      select ctid from idempotency_keys
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      limit ${limit}
    ))
  `;

/** An erasure takes the personal values of a feature, a part at a call, and gives the number of rows found. */
const ERASURES: ((context: Context, key: SessionKey, limit: number) => Promise<number>)[] = [
  eraseReports,
  eraseDisclosures,
  eraseParticipants,
  eraseMessages,
  eraseSigners,
  eraseTitles,
  eraseUnanswered,
  eraseEvents,
  eraseReplies,
  eraseSignals,
];

const finishRedaction = (context: Pick<Context, 'ids' | 'transact'>, key: SessionKey): Promise<void> =>
  context.transact(async (tx) => {
    const session = await lockSessionRow(tx, key);
    if (!session || session.erased_at) return;
    const { organisation_id, id } = session;
    await tx.db.session.update({
      where: { organisation_id_id: { organisation_id, id } },
      data: { erased_at: tx.now },
    });
    // Recordings that the policy erased have given their quota back.
    const { _count, _sum } = await tx.db.evidence.aggregate({
      where: {
        organisation_id,
        session_id: id,
        sha256: { not: null },
        erased_at: { gte: session.redacted_at! },
      },
      _count: true,
      _sum: { byte_size: true },
    });
    settleQuota(tx, key, { items: -_count, bytes: -Number(_sum.byte_size ?? 0) });
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'session.redacted',
      data: viewSession(session),
      sessionId: id,
    });
  });
