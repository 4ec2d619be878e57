import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import type { Remuxed } from '../../platform/decoding/remux-video.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { viewEvidence, type EvidenceRow } from '../evidence/exports/evidence-view.ts';
import { extensionOf, nameObject } from '../evidence/exports/name-object.ts';
import { remuxRecordingJob } from './exports/record-recording.ts';
import { REMUX_TRIED_FOR_MS } from './exports/resume-recordings.ts';
import { publishEvent } from '../events/exports/publish-event.ts';

type Derivative = { key: string; sha256: string; byte_size: number };

/** The original stays, and a playable copy becomes its derivative. Without ffmpeg the recording stays pending. */
export const remuxRecording = defineJob({
  ...remuxRecordingJob,
  run: async (context: Context, { organisation_id, evidence_id }) => {
    const row = await context.database.prisma.evidence.findUnique({
      where: { organisation_id_id: { organisation_id, id: evidence_id } },
    });
    if (row?.status !== 'pending') return;
    const directory = await mkdtemp(join(tmpdir(), 'fis-remux-'));
    try {
      const remuxed = await remux(context, row, directory);
      if (remuxed.ok) await recordDisplay(context, row, remuxed.derivative);
      else await recordFailure(context, row, remuxed);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

const remux = async (
  { objects, remuxVideo }: Pick<Context, 'objects' | 'remuxVideo'>,
  row: EvidenceRow,
  directory: string,
): Promise<{ ok: true; derivative: Derivative } | Extract<Remuxed, { ok: false }>> => {
  const extension = extensionOf(row.mime);
  const input = join(directory, `input.${extension}`);
  const output = join(directory, `output.${extension}`);
  await pipeline(await objects.get(nameObject(row)), createWriteStream(input));
  const remuxed = await remuxVideo(input, output);
  if (!remuxed.ok) return remuxed;
  const owner = { organisationId: row.organisation_id, ownerId: row.id };
  return { ok: true, derivative: await objects.putContent(createReadStream(output), owner) };
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

// Only a missing ffmpeg deserves another try: it may be installed later. A file that ffmpeg refuses is refused again.
const recordFailure = async (
  context: Pick<Context, 'transact' | 'log'>,
  { organisation_id, id, created_at }: EvidenceRow,
  { reason, message }: Extract<Remuxed, { ok: false }>,
): Promise<void> => {
  context.log.warn({ evidence_id: id, reason, message }, 'recording not processed');
  await context.transact(async (tx) => {
    await tx.db.evidence.updateMany({
      where: { organisation_id, id, status: 'pending' },
      data: {
        status: reason === 'missing' ? 'pending' : 'failed',
        failure_code: `ffmpeg_${reason}`,
        failure_message: FAILURES[reason],
        updated_at: tx.now,
      },
    });
    if (reason !== 'missing' || tx.now.getTime() - created_at.getTime() > REMUX_TRIED_FOR_MS) return;
    enqueueJob(tx, remuxRecordingJob, {
      payload: { organisation_id, evidence_id: id },
      runAt: new Date(tx.now.getTime() + TRIED_AGAIN_AFTER_MS),
      key: id,
    });
  });
};

const TRIED_AGAIN_AFTER_MS = 6 * 3_600_000;

const FAILURES: Record<Extract<Remuxed, { ok: false }>['reason'], string> = {
  missing: 'The recording is kept, but this service has no ffmpeg to process it.',
  failed: 'The recording is kept, but it is not a video that can be processed.',
  timeout: 'The recording is kept, but processing it took too long.',
};
