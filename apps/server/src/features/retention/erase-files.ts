import type { Context } from '../../context.ts';
import { eraseEvidence } from '../evidence/exports/erase-evidence.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { removeUpload } from '../uploads/exports/fail-upload.ts';

/** Erases some of a session's files, and what is left of uploads that failed; the last one that it looked at. */
export const eraseFiles = async (
  context: Pick<Context, 'database' | 'objects' | 'uploads'>,
  key: SessionKey,
  step: { after: string; at: Date },
): Promise<string | undefined> => {
  const { erased, next } = await eraseEvidence(context, key, step);
  for (const { id, sha256 } of erased) if (sha256 === null) await removeUpload(context, id);
  return next;
};
