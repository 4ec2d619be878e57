import { computed, signal } from '@preact/signals';
import { describePhoto } from './describe-photo.ts';
import { openSender, type Served } from './sending/open-sender.ts';
import { openShelf } from './shelf/open-shelf.ts';
import { viewItem } from './shelf/queue-item.ts';
import type { Queue } from './queue.ts';
import { askToPersist, readRoom, type Room } from './watch-room.ts';

/** Opens a participant's queue on this device, and goes on sending what waits. */
export const openQueue = async (inspection: Served): Promise<Queue> => {
  const shelf = await openShelf(inspection, () => sender.ring());
  const { kept } = shelf;
  // A new right may take what an old one could not bring.
  await shelf.moveAll({ kind: 'wanted' }, ({ state, reason }) => state === 'refused' && reason === 'access');
  const sender = openSender(inspection, shelf);
  const room = signal<Room>(shelf.isLasting ? 'enough' : 'unkept');
  const measure = async () => {
    if (shelf.isLasting) room.value = await readRoom();
  };
  void measure();
  const unsent = computed(() => kept.value.filter(({ state }) => state === 'waiting').length);
  return {
    items: computed(() => {
      const sending = sender.sending.value;
      return kept.value.map((item) => viewItem(item, item.id === sending?.id ? sending.progress : undefined));
    }),
    unsent,
    trouble: sender.trouble,
    room,
    addPhoto: async (photo) => {
      void askToPersist();
      const item = await describePhoto(inspection, photo);
      const same = kept.value.find(({ sha256, slot }) => sha256 === item.sha256 && slot === item.slot);
      if (same) await shelf.move(same, { kind: 'wanted' });
      else await shelf.add(item, photo.blob);
      sender.ring();
      await measure();
    },
    openContent: shelf.readContent,
    sendAgain: async (id) => {
      await shelf.moveAll({ kind: 'wanted' }, (item) => item.state === 'refused' && (!id || item.id === id));
      sender.ring();
    },
    remove: async (id) => {
      if (kept.value.some((item) => item.id === id && item.state === 'refused')) await shelf.remove(id);
      await measure();
    },
    close: () => {
      void sender.close().finally(shelf.close);
    },
  };
};
