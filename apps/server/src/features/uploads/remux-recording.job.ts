import { createReadStream } from 'node:fs';
import type { Context } from '../../context.ts';
import { locateProgram } from '../../paths.ts';
import { LostOrderError } from '../../platform/concurrency/lost-order-error.ts';
import type { DecodingKind } from '../../platform/decoding/open-decoding.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { viewEvidence, type EvidenceRow } from '../evidence/exports/evidence-view.ts';
import { nameObject } from '../evidence/exports/name-object.ts';
import { remuxRecordingJob } from './exports/record-recording.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import type { RemuxOrder, RemuxOutcome } from './remux/remux-video.ts';

type Derivative = { key: string; sha256: string; byte_size: number };

/** The original stays, and a playable copy becomes its derivative. What can't be made playable is kept. */
export const remuxRecording = defineJob({
  ...remuxRecordingJob,
  run: async (context: Context, { organisation_id, evidence_id }) => {
    const row = await context.database.prisma.evidence.findUnique({
      where: { organisation_id_id: { organisation_id, id: evidence_id } },
    });
    if (row?.status !== 'pending') return;
    const remuxed = await remux(context, row);
    if (remuxed.ok) await recordDisplay(context, row, remuxed.derivative);
    else await recordFailure(context, row, remuxed.message);
  },
});

const REMUX: DecodingKind<RemuxOrder, RemuxOutcome> = {
  name: 'remux',
  module: locateProgram('features/uploads/remux/remux-video'),
  make: 'remuxVideo',
};

const remux = async (
  { objects, decoding }: Pick<Context, 'objects' | 'decoding'>,
  row: EvidenceRow,
): Promise<{ ok: true; derivative: Derivative } | { ok: false; message: string }> =>
  objects.spoolFile(await objects.get(nameObject(row)), async ({ path, nameTemporary }) => {
    const order = { recording: path, playable: nameTemporary(), mime: row.mime };
    // A long recording does not keep its session's photos waiting.
    const whose = { organisationId: row.organisation_id, sessionId: row.id };
    const outcome = await decoding(whose, (decode) => decode(REMUX, order).catch(blame));
    if (!outcome.ok) return outcome;
    const owner = { organisationId: row.organisation_id, ownerId: row.id };
    return { ok: true, derivative: await objects.putContent(createReadStream(order.playable), owner) };
  });

/** A file that ended the process would end it again; all else is tried again. */
const blame = (error: unknown): RemuxOutcome => {
  if (!(error instanceof LostOrderError) || error.blame === undefined) throw error;
  return { ok: false, message: error.blame };
};

const recordDisplay = async (
  context: Context,
  row: EvidenceRow,
  { key, sha256, byte_size }: Derivative,
): Promise<void> => {
  const isKept = await context.transact(async (tx) => {
    const { organisation_id, id, session_id } = row;
    const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
    if (session?.redacted_at) return false;
    const { count } = await tx.db.evidence.updateMany({
      where: { organisation_id, id, status: 'pending' },
      data: { status: 'ready', failure_code: null, failure_message: null, updated_at: tx.now },
    });
    if (count === 0) return true;
    await tx.db.evidenceDerivative.create({
      data: { organisation_id, evidence_id: id, variant: 'display', mime: row.mime, byte_size, sha256 },
    });
    const ready = await tx.db.evidence.findUniqueOrThrow({
      where: { organisation_id_id: { organisation_id, id } },
    });
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'recording.ready',
      data: { ...viewSession(session!), recording: viewEvidence(ready) },
      sessionId: session_id,
    });
    return true;
  });
  if (!isKept) await context.objects.delete(key);
};

const recordFailure = async (
  context: Pick<Context, 'transact' | 'log'>,
  { organisation_id, id }: EvidenceRow,
  message: string,
): Promise<void> => {
  context.log.warn({ evidence_id: id, message }, 'recording not playable');
  await context.transact((tx) =>
    tx.db.evidence.updateMany({
      where: { organisation_id, id, status: 'pending' },
      data: {
        status: 'failed',
        failure_code: 'not_playable',
        failure_message: 'The recording is kept, but no copy of it can be made that players play.',
        updated_at: tx.now,
      },
    }),
  );
};
