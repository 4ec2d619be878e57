import type { Context } from '../../../context.ts';
import { eraseObjects } from '../../../platform/object-store/erase-objects.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { EvidenceRow } from './evidence-view.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** Each piece has up to three objects, which are listed and deleted one by one. */
const PIECES_A_STEP = 50;

export type ErasedStep = {
  erased: Pick<EvidenceRow, 'id' | 'status' | 'sha256'>[];
  next: string | undefined;
};

/**
 * The hash stays. Rows are marked first, so that nobody opens evidence that is about to go, and a repeated step finds
 * less to do. Evidence that was erased before keeps its time.
 */
export const eraseEvidence = async (
  context: Pick<Context, 'database' | 'objects'>,
  { organisationId, sessionId }: SessionKey,
  { after, at }: { after: string; at: Date },
): Promise<ErasedStep> => {
  const { prisma } = context.database;
  const ofSession = { organisation_id: organisationId, session_id: sessionId };
  const erased = await prisma.evidence.findMany({
    where: { ...ofSession, ...(after === '' ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: PIECES_A_STEP,
    select: { id: true, status: true, sha256: true },
  });
  const ids = erased.map(({ id }) => id);
  await prisma.$transaction([
    prisma.evidence.updateMany({
      where: { ...ofSession, id: { in: ids }, erased_at: null },
      data: {
        erased_at: at,
        lat_e7: null,
        lon_e7: null,
        accuracy_cm: null,
        slot: '',
        ...NO_FINDING,
      },
    }),
    prisma.evidenceDerivative.deleteMany({
      where: { organisation_id: organisationId, evidence_id: { in: ids } },
    }),
  ]);
  for (const ownerId of ids) await eraseObjects(context, { organisationId, ownerId });
  return { erased, next: erased.length < PIECES_A_STEP ? undefined : ids.at(-1) };
};

export type ErasedRecording = { id: string; sha256: string; byteSize: number };

/**
 * The transaction holds the session's lock: nobody opens the recordings from the commit on, and the hashes stay. The
 * caller deletes their objects then, or else the sweep does.
 */
export const eraseRecordings = async (
  tx: Tx,
  { organisationId, sessionId }: SessionKey,
): Promise<ErasedRecording[]> => {
  const kept = {
    organisation_id: organisationId,
    session_id: sessionId,
    kind: { in: ['recording', 'clip'] },
    sha256: { not: null },
    erased_at: null,
  };
  await tx.db.evidence.updateMany({
    where: { ...kept, status: 'pending' },
    data: { status: 'failed', ...ERASED, updated_at: tx.now },
  });
  const erased = await tx.db.evidence.updateManyAndReturn({
    where: kept,
    data: { erased_at: tx.now, lat_e7: null, lon_e7: null, accuracy_cm: null, slot: '', ...NO_FINDING },
    select: { id: true, sha256: true, byte_size: true },
  });
  await tx.db.evidenceDerivative.deleteMany({
    where: { organisation_id: organisationId, evidence_id: { in: erased.map(({ id }) => id) } },
  });
  return erased.map(({ id, sha256, byte_size }) => ({
    id,
    sha256: sha256!,
    byteSize: Number(byte_size ?? 0),
  }));
};

const NO_FINDING = { finding: '', finding_author: '', finding_set_at: null };

const ERASED = {
  failure_code: 'session_redacted',
  failure_message: 'The recording was erased before it was processed.',
};
