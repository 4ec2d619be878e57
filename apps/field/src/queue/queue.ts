import type { ReadonlySignal } from '@preact/signals';
import type { QueueItem, StoredDrawing, TakenPhoto, Trouble } from './shelf/queue-item.ts';
import type { Space } from './watch-space.ts';

/** Pieces taken on this device for a session, on their way to the service. */
export type Queue = {
  /** Oldest first. */
  items: ReadonlySignal<readonly QueueItem[]>;
  /** Number still to be sent, with those that nobody has found good yet. */
  unsent: ReadonlySignal<number>;
  /** Number that the service will not take: they lie on the device until the person removes them. */
  refused: ReadonlySignal<number>;
  /** Reason that nothing is sent at present, though something waits. */
  trouble: ReadonlySignal<Trouble | undefined>;
  space: ReadonlySignal<Space>;
  /**
   * Keeps a photo on the device from the shutter on: it is sent once it is added.
   *
   * @returns its id; undefined where it is there already
   * @throws {StorageFullError}
   */
  holdPhoto: (photo: TakenPhoto) => Promise<string | undefined>;
  /**
   * Keeps a photo on the device; it is sent from there. The same bytes of the same shot are kept once.
   *
   * @param isDrawnOn whether its picture is needed until a drawing on it is done
   * @throws {StorageFullError} where the device has no space: the picture is not kept then
   */
  addPhoto: (photo: TakenPhoto, isDrawnOn?: boolean) => Promise<void>;
  /** Keeps the receipt of a drawing. */
  addDrawing: (drawing: StoredDrawing) => Promise<void>;
  /** The drawing on a picture is done: its bytes go once it is stored. */
  endDrawing: (sha256: string) => Promise<void>;
  /** The bytes of an item while the device has them. */
  openContent: (id: string) => Promise<Blob | undefined>;
  /**
   * Sends a held item, and again a refused one or one that waits for its next try. Without an id it sends all but held
   * ones and those refused for good.
   */
  sendAgain: (id?: string) => Promise<void>;
  /** Takes an item that is held or refused off the device, with its bytes. */
  remove: (id: string) => Promise<void>;
  /** Begins nothing more. Items under way are still sent, while the page is there. */
  close: () => void;
};
