import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Right } from '../../platform/database/effects.ts';
import type { EvidenceRow } from '../evidence/exports/evidence-view.ts';

export type FoundUpload = Pick<
  EvidenceRow,
  'organisation_id' | 'session_id' | 'id' | 'status' | 'sha256' | 'received_sha256'
> & {
  byteSize: number | null;
};

/**
 * The uploader finds only their own upload: of their session, of the kind that they send, and begun by the same person,
 * since the chain says who captured it.
 *
 * @throws {Refusal} not_found for anybody else's
 */
export const findUpload = async (
  { database }: Pick<Context, 'database'>,
  uploader: Uploader,
  uploadId: string,
): Promise<FoundUpload> => {
  const row = await database.prisma.evidence.findUnique({
    where: { organisation_id_id: { organisation_id: uploader.organisationId, id: uploadId } },
  });
  const isOwn =
    row?.kind === uploader.takes &&
    (uploader.sessionId === null || row.session_id === uploader.sessionId) &&
    (uploader.participantId === null || row.participant_id === uploader.participantId);
  if (!row || !isOwn) throw noSuch('upload', uploadId);
  return { ...row, byteSize: row.byte_size === null ? null : Number(row.byte_size) };
};

export type Uploader = {
  organisationId: string;
  sessionId: string | null;
  participantId: string | null;
  hasEnded: boolean;
  takes: 'photo' | 'recording';
  right: Right;
};
