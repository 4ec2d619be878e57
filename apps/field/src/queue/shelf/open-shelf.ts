import { type ReadonlySignal, signal } from '@preact/signals';
import type { Owner } from '../../inspection.ts';
import type { ItemStore } from './item-store.ts';
import { type Happening, isBrought, moveItem } from './move-item.ts';
import { openDeviceStore } from './open-device-store.ts';
import type { KeptItem } from './queue-item.ts';

export type ShelfOwner = Pick<Owner, 'sessionId'> & { participantId?: string | undefined };

export type Shelf = Pick<ItemStore, 'readContent'> & {
  kept: ReadonlySignal<readonly KeptItem[]>;
  isLasting: boolean;
  add: (item: KeptItem, content?: Blob) => Promise<void>;
  move: (item: Pick<KeptItem, 'id'>, happening: Happening) => Promise<void>;
  moveAll: (happening: Happening, isMeant: (item: KeptItem) => boolean) => Promise<void>;
  remove: (id: string) => Promise<void>;
  look: () => Promise<void>;
  close: () => void;
};

/**
 * @param owner without a participant: the items of every participant of this device
 *
 * @param onOthers called when another tab has changed something
 */
export const openShelf = async (
  { sessionId, participantId }: ShelfOwner,
  onOthers: () => void,
): Promise<Shelf> => {
  const { store, isLasting } = await openStore(sessionId);
  const tabs = new BroadcastChannel(`field-queue:${sessionId}`);
  const kept = signal<readonly KeptItem[]>([]);
  const look = async () => {
    const items = (await store.list()).filter(
      (item) => participantId === undefined || item.participantId === participantId,
    );
    kept.value = items.sort((one, other) => one.addedAtMs - other.addedAtMs);
  };
  const change = async () => {
    await look();
    tabs.postMessage('changed');
  };
  const move: Shelf['move'] = async ({ id }, happening) => {
    await store.move(id, happening);
    await change();
  };
  tabs.onmessage = () => void look().then(onOthers);
  await look();
  return {
    kept,
    isLasting,
    readContent: store.readContent,
    add: async (item, content) => {
      await store.add(item, content);
      await change();
    },
    move,
    moveAll: async (happening, isMeant) => {
      for (const item of kept.value.filter(isMeant)) await move(item, happening);
    },
    remove: async (id) => {
      await store.remove(id);
      await change();
    },
    look,
    close: () => {
      tabs.close();
      store.close();
    },
  };
};

const openStore = async (sessionId: string): Promise<{ store: ItemStore; isLasting: boolean }> => {
  try {
    return { store: await openDeviceStore(sessionId), isLasting: true };
  } catch {
    return { store: openMemoryStore(), isLasting: false };
  }
};

/** For browsers that keep nothing, as in some private windows. */
const openMemoryStore = (): ItemStore => {
  const items = new Map<string, KeptItem>();
  const contents = new Map<string, Blob>();
  return {
    list: async () => [...items.values()],
    add: async (item, content) => {
      items.set(item.id, item);
      if (content) contents.set(item.id, content);
    },
    readContent: async (id) => contents.get(id),
    move: async (id, happening) => {
      const before = items.get(id);
      if (!before) return undefined;
      const after = moveItem(before, happening);
      items.set(id, after);
      if (isBrought(after)) contents.delete(id);
      return after;
    },
    remove: async (id) => {
      items.delete(id);
      contents.delete(id);
    },
    close: () => {},
  };
};
