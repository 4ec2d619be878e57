import { type FieldService, findStored, finishUpload, locateUpload } from './call-field.ts';
import { judgeFailure, UploadFailure, type Verdict } from './judge-failure.ts';
import type { Happening } from '../shelf/move-item.ts';
import type { KeptItem } from '../shelf/queue-item.ts';
import { uploadItem } from './upload-item.ts';

export type Sending = {
  service: FieldService;
  item: KeptItem;
  content: Blob;
  isTaken: (evidenceId: string) => boolean;
  note: (happening: Happening) => Promise<void>;
  onProgress: (progress: number) => void;
};

/** Reason that a try stored nothing, and the event to wait for; undefined where the item's way is over. */
export type Hindrance = Extract<Verdict, { kind: 'again' | 'unreached' | 'consent' | 'access' }>;

/** Goes on with the upload that was begun. A new one is begun only where no earlier one can have become evidence. */
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
    // A withdrawn consent fails the uploads under way, too.
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
  // The service may have another name than when the upload was begun, so the address is made anew.
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
