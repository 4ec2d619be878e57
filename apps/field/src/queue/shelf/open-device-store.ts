import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { StorageFullError, type ItemStore } from './item-store.ts';
import { isBrought, moveItem } from './move-item.ts';
import type { KeptItem } from './queue-item.ts';

interface Shelves extends DBSchema {
  items: { key: string; value: KeptItem; indexes: { session: string } };
  /** ArrayBuffer, since WebKit has lost Blobs in IndexedDB. */
  contents: { key: string; value: ArrayBuffer };
}

const NAME = 'field-queue';
// Written to the disk before the item counts as kept: the battery may die right after.
const SURELY = { durability: 'strict' } as const;

/** IndexedDB outlives the page, the browser and an empty battery. */
export const openDeviceStore = async (sessionId: string): Promise<ItemStore> => {
  const { connect, close } = openConnection();
  await connect();
  return {
    list: async () => (await connect()).getAllFromIndex('items', 'session', sessionId),
    add: async (item, content) => {
      const bytes = await content?.arrayBuffer();
      await write(await connect(), (transaction) => [
        ...(bytes ? [transaction.objectStore('contents').add(bytes, item.id)] : []),
        transaction.objectStore('items').add(item),
      ]).catch((error: unknown) => {
        throw isFull(error) ? new StorageFullError('no room left', { cause: error }) : error;
      });
    },
    readContent: async (id) => {
      const database = await connect();
      const item = await database.get('items', id);
      const bytes = await database.get('contents', id);
      return bytes && new Blob([bytes], { type: item?.mime ?? '' });
    },
    move: async (id, happening) => {
      const transaction = openWrite(await connect());
      const items = transaction.objectStore('items');
      const before = await items.get(id);
      const after = before && moveItem(before, happening);
      if (after && after !== before) await items.put(after);
      if (after && isBrought(after)) await transaction.objectStore('contents').delete(id);
      await transaction.done;
      return after;
    },
    remove: async (id) =>
      write(await connect(), (transaction) => [
        transaction.objectStore('contents').delete(id),
        transaction.objectStore('items').delete(id),
      ]),
    close,
  };
};

/** Some browsers close the database at will, and all do once their storage is cleared. */
const openConnection = () => {
  let opening: Promise<IDBPDatabase<Shelves>> | undefined;
  const forget = () => (opening = undefined);
  const open = () =>
    openDB<Shelves>(NAME, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('items', { keyPath: 'id' }).createIndex('session', 'sessionId');
        fresh.createObjectStore('contents');
      },
      blocking: () => void close(),
      terminated: forget,
    });
  const close = async () => {
    const closing = opening;
    forget();
    (await closing?.catch(() => undefined))?.close();
  };
  return {
    connect: () =>
      (opening ??= open().catch((error: unknown) => {
        forget();
        throw error;
      })),
    close: () => void close(),
  };
};

const write = async (
  database: IDBPDatabase<Shelves>,
  begin: (transaction: ReturnType<typeof openWrite>) => Promise<unknown>[],
): Promise<void> => {
  const transaction = openWrite(database);
  // Awaited together: each request of a failed transaction fails, and the transaction alone knows why.
  await Promise.all([...begin(transaction), transaction.done]).catch((error: unknown) => {
    throw transaction.error ?? error;
  });
};

const openWrite = (database: IDBPDatabase<Shelves>) =>
  database.transaction(['items', 'contents'], 'readwrite', SURELY);

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
