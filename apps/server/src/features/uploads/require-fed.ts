import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/effects.ts';
import type { EvidenceKey } from '../evidence/exports/process-photo.ts';
import { withdrawn } from '../evidence/exports/require-wanted.ts';
import { ABANDONED_AFTER_MS } from './sweep-uploads.job.ts';

export type Fed = {
  id: string;
  status: string;
  failure_code: string | null;
  failure_message: string | null;
  sha256: string | null;
  created_at: Date;
  ended_at: Date | null;
};

/** Refuses before a part, now and then during it, and after: a part that was confirmed is in the cut recording. */
export const requireFed = async (
  context: Pick<Context, 'database' | 'clock' | 'config'>,
  key: EvidenceKey,
  right: Right,
): Promise<void> => {
  await requireRight(context.database.prisma, right);
  const recording = await readFed(context, key);
  const { uploadGraceMs } = context.config;
  // An upload that is refused at its beginning has no row.
  const refusal = recording && judgeFed(recording, { now: context.clock.now(), uploadGraceMs });
  if (refusal) throw refusal;
};

// Raw: the recording and the end of its session in one round trip.
export const readFed = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, evidenceId }: EvidenceKey,
): Promise<Fed | undefined> => {
  const [recording] = await database.prisma.$queryRaw<Fed[]>`
    select e.id, e.status, e.failure_code, e.failure_message, e.sha256, e.created_at, s.ended_at
    from evidence e
    join sessions s on s.organisation_id = e.organisation_id and s.id = e.session_id
    where e.organisation_id = ${organisationId}::uuid and e.id = ${evidenceId}::uuid
  `;
  return recording;
};

export const judgeFed = (
  recording: Fed,
  { now, uploadGraceMs }: { now: Date; uploadGraceMs: number },
): Refusal | undefined => {
  const { id, status, failure_code, sha256, created_at, ended_at } = recording;
  if (failure_code === 'consent_required') return withdrawn(recording);
  // A recording that came whole is kept, also where no playable copy could be made of it.
  if (status === 'failed' && sha256 === null) return noSuch('upload', id);
  const isOver = (since: Date, afterMs: number) => now.getTime() >= since.getTime() + afterMs;
  const isWhole = status !== 'uploading';
  if (ended_at && (isWhole || isOver(ended_at, uploadGraceMs))) return wasCut();
  return isWhole || isOver(created_at, ABANDONED_AFTER_MS) ? whole() : undefined;
};

export const requireAll = ({ byte_size }: { byte_size: bigint | null }, size: number | undefined): void => {
  if (byte_size !== null && Number(byte_size) !== size) throw wasCut();
};

const wasCut = () =>
  new Refusal(
    'session.already_ended',
    'The session has ended, and so has the time for the last part of its recording. HEAD says by Upload-Offset how much is kept.',
  );

const whole = () =>
  new Refusal(
    'payload_too_large',
    'The recording is whole, or has been fed for a day, which is the longest. Begin another one for what follows.',
  );
