import { computed, signal } from '@preact/signals';
import type { Inspection, Owner } from '../inspection.ts';
import { countPhotos } from './count-photos.ts';
import { makeThumb } from '../media/make-thumb.ts';
import { hashBytes } from './hash-bytes.ts';
import type { Queue } from './queue.ts';
import { isForGood } from './sending/judge-failure.ts';
import { openSender, type Served } from './sending/open-sender.ts';
import { openShelf, type Shelf } from './shelf/open-shelf.ts';
import { type KeptItem, type StoredDrawing, type TakenPhoto, viewItem } from './shelf/queue-item.ts';
import { askToPersist, readSpace, type Space } from './watch-space.ts';

export const openQueue = async (inspection: Served): Promise<Queue> => {
  const shelf = await openShelf(inspection, () => sender.ring());
  const { kept } = shelf;
  // A new right may send items that an earlier one could not.
  await shelf.moveAll({ kind: 'wanted' }, ({ state, reason }) => state === 'refused' && reason === 'access');
  const sender = openSender(inspection, shelf);
  const space = signal<Space>(shelf.isLasting ? 'enough' : 'unkept');
  const measure = async () => {
    if (shelf.isLasting) space.value = await readSpace();
  };
  void measure();
  const counts = computed(() => countPhotos(kept.value));
  const findSame = (item: KeptItem) =>
    kept.value.find(({ sha256, slot }) => sha256 === item.sha256 && slot === item.slot);
  return {
    items: computed(() => {
      const sending = sender.sending.value;
      return kept.value.map((item) => viewItem(item, item.id === sending?.id ? sending.progress : undefined));
    }),
    unsent: computed(() => counts.value.unsent),
    refused: computed(() => counts.value.refused),
    trouble: sender.trouble,
    space,
    holdPhoto: async (photo) => {
      const item = await describePhoto(inspection, photo);
      if (findSame(item)) return undefined;
      await keepPhoto(shelf, { ...item, state: 'held' }, photo.blob);
      return item.id;
    },
    addPhoto: async (photo, isDrawnOn = false) => {
      void askToPersist();
      const item = await describePhoto(inspection, photo);
      const same = findSame(item);
      if (same && isDrawnOn) await shelf.move(same, { kind: 'drawn', isDrawnOn });
      if (same) await shelf.move(same, { kind: 'wanted' });
      else await keepPhoto(shelf, { ...item, isDrawnOn }, photo.blob);
      sender.ring();
      await measure();
    },
    addDrawing: (drawing) => keepReceipt(shelf, describeDrawing(inspection, drawing)),
    endDrawing: (sha256) =>
      shelf.moveAll(
        { kind: 'drawn', isDrawnOn: false },
        (item) => item.sha256 === sha256 && item.isDrawnOn === true,
      ),
    openContent: shelf.readContent,
    sendAgain: async (id) => {
      await shelf.moveAll({ kind: 'wanted' }, (item) =>
        id ? isIdle(item) && item.id === id : isRefused(item) && !isForGood(item.reason),
      );
      sender.ring();
    },
    remove: async (id) => {
      if (kept.value.some((item) => item.id === id && isIdle(item))) await shelf.remove(id);
      await measure();
    },
    close: () => {
      void sender.close().finally(shelf.close);
    },
  };
};

const keepReceipt = async (shelf: Shelf, item: KeptItem): Promise<void> => {
  if (shelf.kept.value.some(({ id }) => id === item.id)) return;
  // A device without space does without the receipt: the service has the drawing.
  await shelf.add(item).catch(() => undefined);
};

const isRefused = ({ state }: KeptItem): boolean => state === 'refused';

const isIdle = (item: KeptItem): boolean => item.state === 'held' || isRefused(item);

const describeDrawing = (
  { sessionId, participantId }: Owner,
  { receipt, slot, ...drawing }: StoredDrawing,
): KeptItem => ({
  ...drawing,
  receipt,
  id: receipt.evidenceId,
  sessionId,
  participantId,
  slot,
  mime: '',
  bytes: 0,
  sha256: receipt.sha256,
  capturedAt: '',
  place: undefined,
  addedAtMs: Date.now(),
  state: 'stored',
  uploadKey: '',
  isTried: true,
  damages: 0,
});

const describePhoto = async (
  { sessionId, participantId, state }: Owner & Pick<Inspection, 'state'>,
  { blob, slot, capturedAt, location }: TakenPhoto,
): Promise<KeptItem> => ({
  id: crypto.randomUUID(),
  sessionId,
  participantId,
  kind: 'photo',
  slot,
  label: state.value.session.shots.find((shot) => shot.slot === slot)?.label,
  mime: blob.type || 'image/jpeg',
  bytes: blob.size,
  sha256: await hashBytes(await blob.arrayBuffer()),
  capturedAt: capturedAt.toISOString(),
  place: location,
  addedAtMs: Date.now(),
  state: 'waiting',
  uploadKey: crypto.randomUUID(),
  isTried: false,
  damages: 0,
});

/** The photo is kept before it is made small: nothing may come between the shutter and that. */
const keepPhoto = async (shelf: Shelf, item: KeptItem, photo: Blob): Promise<void> => {
  await shelf.add(item, photo);
  void keepThumb(shelf, item, photo);
};

const keepThumb = async (shelf: Shelf, item: KeptItem, photo: Blob): Promise<void> => {
  const thumb = await makeThumb(photo);
  // A device without space, or a page that is going, does without.
  if (thumb) await shelf.move(item, { kind: 'pictured', thumb }).catch(() => undefined);
};
