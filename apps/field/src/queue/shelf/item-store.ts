import type { Happening } from './move-item.ts';
import type { KeptItem } from './queue-item.ts';

/**
 * Store of items on the device. An item and its bytes come together, and its bytes go once it has its receipt and no
 * drawing on it is unfinished.
 */
export type ItemStore = {
  list: () => Promise<KeptItem[]>;
  /** @throws {StorageFullError} */
  add: (item: KeptItem, content?: Blob) => Promise<void>;
  readContent: (id: string) => Promise<Blob | undefined>;
  /** Moves an item, and answers it as it is then; undefined where it is not there any more. */
  move: (id: string, happening: Happening) => Promise<KeptItem | undefined>;
  remove: (id: string) => Promise<void>;
  close: () => void;
};

/** Error of a device without space: the item was not kept. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}
