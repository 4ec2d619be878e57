import type { ReadonlySignal } from '@preact/signals';
import type { QueueItem, StoredDrawing, TakenPhoto, Trouble } from './shelf/queue-item.ts';
import type { Space } from './watch-space.ts';

export type Queue = {
  items: ReadonlySignal<readonly QueueItem[]>;
  unsent: ReadonlySignal<number>;
  /** Refused items lie on the device until the person removes them. */
  refused: ReadonlySignal<number>;
  trouble: ReadonlySignal<Trouble | undefined>;
  space: ReadonlySignal<Space>;
  /**
   * The photo lies on the device from the shutter on, and is sent only once it is added.
   *
   * @returns its id; undefined where the same photo is there already
   * @throws {StorageFullError}
   */
  holdPhoto: (photo: TakenPhoto) => Promise<string | undefined>;
  /**
   * The same bytes of the same shot are kept once.
   *
   * @param isDrawnOn whether a drawing on it still needs the picture
   * @throws {StorageFullError} where the device has no space: then the picture is not kept
   */
  addPhoto: (photo: TakenPhoto, isDrawnOn?: boolean) => Promise<void>;
  addDrawing: (drawing: StoredDrawing) => Promise<void>;
  endDrawing: (sha256: string) => Promise<void>;
  openContent: (id: string) => Promise<Blob | undefined>;
  /**
   * Sends a held, refused or waiting item now. Without an id it sends all but held items and those refused for good.
   */
  sendAgain: (id?: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Begins nothing more. Items under way are sent while the page is there. */
  close: () => void;
};
