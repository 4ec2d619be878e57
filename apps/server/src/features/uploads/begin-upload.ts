import { invalidParts, requireRecordingConsent, requireSlot } from '@field-inspection/rules';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { claimKey, storeReply } from '../../http/kept-reply.ts';
import { requireRight, restOn } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { maxBytesOf } from '../../platform/describe-uploads.ts';
import { listRecorded } from '../consents/exports/list-recorded.ts';
import { lockForCapture, lockForPhoto } from '../evidence/exports/lock-for-capture.ts';
import { locationColumns } from '../evidence/exports/record-photo.ts';
import { takeQuota } from '../quotas/exports/take-quota.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { readShots } from '../sessions/exports/session-view.ts';
import { BegunBefore, findBegun, type BegunReply, type Creation } from './begun-before.ts';
import { nameCredential } from './exports/finish-upload.ts';
import type { Uploader } from './find-upload.ts';
import type { UploadMetadata } from './upload-metadata.ts';

type Begin = {
  uploader: Uploader;
  evidenceId: string;
  metadata: UploadMetadata;
  size?: number | undefined;
  creation?: Creation | undefined;
};

/**
 * Begins an upload: writes its row and takes its quota before its first byte; the row tells whatever becomes of it.
 * Under an Idempotency-Key, the same transaction claims the key and keeps the upload's id.
 *
 * @throws {BegunBefore} where the key has begun another one meanwhile
 */
export const beginUpload = async (
  context: Pick<Context, 'transact' | 'keyring' | 'config' | 'database' | 'clock'>,
  begin: Begin,
): Promise<void> => {
  try {
    await insertUpload(context, begin);
  } catch (refusal) {
    // The first call with the same key may have caused the refusal, such as by taking the last quota.
    const { creation, uploader } = begin;
    const begun = refusal instanceof Refusal && creation && (await findBegun(context, creation));
    if (!begun) throw refusal;
    await requireRight(context.database.prisma, uploader.right);
    throw new BegunBefore(begun);
  }
};

const insertUpload = async (
  context: Pick<Context, 'transact' | 'keyring' | 'config'>,
  { uploader, evidenceId, metadata, size, creation }: Begin,
): Promise<void> => {
  const sessionId = nameSession(uploader, metadata);
  const { organisationId, participantId } = uploader;
  // A recording grows while it is uploaded, up to the largest size.
  const bytes = size ?? maxBytesOf(metadata.kind);
  await context.transact(
    async (tx) => {
      const { right } = uploader;
      if (creation) await refuseBegun(context, tx, { claim: creation.claim, right });
      else await restOn(tx, right);
      const key = { organisationId, sessionId };
      const { session, gps } =
        participantId === null
          ? await lockForRecording(tx, key)
          : await lockForPhoto(tx, { ...key, participantId }, 'now');
      requireSlot(readShots(session), metadata.slot, 'header.upload-metadata.slot');
      await requireQuota(tx, key);
      const keepsLocation = gps === 'granted';
      const isPlaced = keepsLocation && metadata.lat !== undefined && metadata.lon !== undefined;
      await tx.db.evidence.create({
        data: {
          organisation_id: organisationId,
          id: evidenceId,
          session_id: sessionId,
          participant_id: participantId,
          credential_id: nameCredential(right),
          kind: metadata.kind,
          status: 'uploading',
          mime: metadata.filetype,
          reserved_bytes: bytes,
          announced_sha256: metadata.sha256 ?? null,
          keeps_place: keepsLocation,
          captured_at: metadata.captured_at ? new Date(metadata.captured_at) : null,
          slot: metadata.slot ?? '',
          created_at: tx.now,
          updated_at: tx.now,
          ...locationColumns(
            isPlaced ? { lat: metadata.lat!, lon: metadata.lon!, accuracy: metadata.accuracy ?? null } : null,
          ),
        },
      });
      takeQuota(tx, key, { items: 1, bytes });
      if (!creation) return;
      const reply: BegunReply = { status: 201, body: { upload_id: evidenceId } };
      storeReply(context, tx, { claim: creation.claim, reply, sessionId });
    },
    { sharedBy: { organisationId, sessionId } },
  );
};

// A recording holds everybody who is in the room, and its location is theirs.
const lockForRecording = async (tx: Tx, key: SessionKey) => {
  const session = await lockForCapture(tx, key, 'now');
  requireRecordingConsent(await listRecorded(tx, key));
  return { session, gps: session.consent_gps };
};

const refuseBegun = async (
  context: Pick<Context, 'keyring'>,
  tx: Tx,
  claim: Parameters<typeof claimKey>[2],
): Promise<void> => {
  const begun = await claimKey<201, BegunReply['body']>(context, tx, claim);
  if (begun) throw new BegunBefore(begun.body.upload_id);
};

const nameSession = (
  { sessionId: own }: Pick<Uploader, 'sessionId'>,
  { session: named }: Pick<UploadMetadata, 'session'>,
): string => {
  if (own && named && named !== own) throw noSuch('session', named);
  const sessionId = own ?? named;
  if (sessionId) return sessionId;
  const path = 'header.upload-metadata.session';
  const message = 'is required: name the session of the recording';
  throw invalidParts([{ path, code: 'invalid_type', message }]);
};

/** Against floods: each lost reply leaves an upload open for a day, and no person in a cellar may be locked out. */
export const MAX_OPEN_UPLOADS = 500;

const requireQuota = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const open = await tx.db.evidence.count({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
  });
  if (open < MAX_OPEN_UPLOADS) return;
  throw new Refusal(
    'rate_limited',
    `There are ${MAX_OPEN_UPLOADS} uploads under way in this session. Finish or delete one first.`,
    { headers: { 'Retry-After': '10' } },
  );
};
