import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { returnQuota, settleUpload } from '../quotas/exports/take-quota.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { endUpload } from './exports/end-uploads.ts';

/** A phone may be without a network for a day. */
export const ABANDONED_AFTER_MS = 86_400_000;

/** Milliseconds in which a young upload belongs to its own requests. */
const IN_HAND_MS = 60_000;

const BATCH = 500;

/** A complete upload whose request died is finished; one that was begun a day ago ends either way. */
export const sweepUploads = defineJob({
  id: 'sweep-uploads',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'sweep-uploads', [endOpenUploads, settleLeftQuotas]),
});

const endOpenUploads = async (context: Context): Promise<void> => {
  const now = context.clock.now().getTime();
  for await (const upload of listOpenUploads(context, new Date(now - IN_HAND_MS))) {
    const { organisation_id: organisationId, id: evidenceId, kind, created_at } = upload;
    const isOver = created_at.getTime() < now - ABANDONED_AFTER_MS;
    await endUpload(context, { organisationId, evidenceId, kind }, { isOver });
  }
};

// Batch by batch, so that each is looked at, however many stand still.
async function* listOpenUploads({ database }: Pick<Context, 'database'>, before: Date) {
  let lastId: string | undefined;
  for (;;) {
    const batch = await database.prisma.evidence.findMany({
      where: { status: 'uploading', created_at: { lt: before }, ...(lastId ? { id: { gt: lastId } } : {}) },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { organisation_id: true, id: true, kind: true, created_at: true },
    });
    yield* batch;
    if (batch.length < BATCH) return;
    lastId = batch.at(-1)!.id;
  }
}

/** A server of the version before knows no quota, so that an upload that it ends still takes some. */
export const settleLeftQuotas = async (context: Pick<Context, 'database' | 'transact'>): Promise<void> => {
  // Raw: for the partial index, which is mostly empty.
  const left = await context.database.prisma.$queryRaw<Left[]>`
    select organisation_id, id, session_id
    from evidence
    where reserved_bytes is not null and status <> 'uploading'
    order by id
    limit ${BATCH}
  `;
  for (const each of left) await settleLeftQuota(context, each);
};

type Left = { organisation_id: string; id: string; session_id: string };

const settleLeftQuota = (
  { transact }: Pick<Context, 'transact'>,
  { organisation_id, id, session_id }: Left,
): Promise<void> =>
  transact(async (tx) => {
    // Every change of quota holds the session's lock, so that two sweeps at once count it once.
    await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
    const where = { organisation_id_id: { organisation_id, id } };
    const row = await tx.db.evidence.findUnique({ where });
    if (!row || row.reserved_bytes === null) return;
    await tx.db.evidence.update({ where, data: { reserved_bytes: null } });
    if (row.byte_size === null) returnQuota(tx, [row]);
    else settleUpload(tx, row, { byte_size: Number(row.byte_size) });
  });

/** Their rows ended a day before. An hour of recording is some two hundred objects in the store. */
export const sweepAbandonedUploads = defineJob({
  id: 'sweep-abandoned-uploads',
  payload: CrontabPayload,
  run: async ({ uploads }: Pick<Context, 'uploads'>) => {
    await uploads.sweepAbandoned(2 * ABANDONED_AFTER_MS);
  },
});
