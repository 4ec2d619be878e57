import type { Happening } from './move-item.ts';
import type { KeptItem } from './queue-item.ts';

/**
 * An item and its bytes are kept together. The bytes go once the item has its receipt and no drawing on it is
 * unfinished.
 */
export type ItemStore = {
  list: () => Promise<KeptItem[]>;
  add: (item: KeptItem, content?: Blob) => Promise<void>;
  readContent: (id: string) => Promise<Blob | undefined>;
  /** Gives the item as it then is; undefined where it is gone. */
  move: (id: string, happening: Happening) => Promise<KeptItem | undefined>;
  remove: (id: string) => Promise<void>;
  close: () => void;
};

/** The device has no space: the item was not kept. */
export class StorageFullError extends Error {}
