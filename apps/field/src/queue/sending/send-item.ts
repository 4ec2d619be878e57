import { type FieldService, findStored, finishUpload, locateUpload } from './call-field.ts';
import { judgeFailure, UploadFailure, type Verdict } from './judge-failure.ts';
import type { Happening } from '../shelf/move-item.ts';
import type { KeptItem } from '../shelf/queue-item.ts';
import { uploadItem } from './upload-item.ts';

export type Sending = {
  service: FieldService;
  item: KeptItem;
  content: Blob;
  /** Tells whether a piece of evidence is another item's. */
  isTaken: (evidenceId: string) => boolean;
  /** Keeps an item's step before anything else happens. */
  note: (happening: Happening) => Promise<void>;
  onProgress: (progress: number) => void;
};

/** Reason that an item was not stored by this try, and the event to wait for; undefined where its way is over. */
export type Hindrance = Extract<Verdict, { kind: 'again' | 'unreached' | 'consent' | 'access' }>;

/**
 * Sends an item, once: it goes on with the upload that was begun, and begins one only where none can have become
 * evidence. The result is noted.
 */
export const sendItem = async (sending: Sending): Promise<Hindrance | undefined> => {
  const { item, note } = sending;
  try {
    const receipt = (await lookBefore(sending)) ?? (await bring(sending));
    if (!receipt) return { kind: 'again', retryAfterMs: 0 };
    await note({ kind: 'received', receipt });
    return undefined;
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    const verdict = judgeFailure(error.failure);
    if (verdict.kind === 'refused') await note(verdict);
    const isOver = verdict.kind === 'anew' || (verdict.kind === 'consent' && item.uploadUrl !== undefined);
    const wasDamaged = verdict.kind === 'anew' && verdict.wasDamaged;
    // A consent that is withdrawn fails the uploads under way, too.
    if (isOver) await note({ kind: 'gone', uploadKey: crypto.randomUUID(), wasDamaged });
    if (verdict.kind === 'refused') return undefined;
    return verdict.kind === 'anew' ? { kind: 'again', retryAfterMs: 0 } : verdict;
  }
};

const lookBefore = async ({ service, item, isTaken, note }: Sending) => {
  if (item.uploadUrl !== undefined) return undefined;
  if (item.isTried) return findStored(service, item, isTaken);
  await note({ kind: 'tried' });
  return undefined;
};

const bring = async ({ service, item, content, note, onProgress }: Sending) => {
  // Beside the others of today: the service may have another name than when it was begun.
  const begun = item.uploadUrl && locateUpload(service, item.uploadUrl);
  let uploadUrl = begun;
  let noted = Promise.resolve();
  const receipt = await uploadItem({
    item,
    content,
    uploadUrl: begun,
    endpoint: service.uploadsUrl,
    fieldToken: service.fieldToken,
    onBegun: (url) => {
      if (url === begun) return;
      uploadUrl = url;
      noted = note({ kind: 'begun', uploadUrl: url });
    },
    onProgress,
  }).finally(() => noted);
  return receipt ?? finishUpload(service, { uploadUrl: uploadUrl!, bytes: item.bytes });
};
