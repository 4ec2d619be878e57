import type { ReadonlySignal } from '@preact/signals';
import type { QueueItem, TakenPhoto, Trouble } from './shelf/queue-item.ts';
import type { Room } from './watch-room.ts';

/** What was taken on this device for a session, on its way to the service. */
export type Queue = {
  /** Oldest first. */
  items: ReadonlySignal<readonly QueueItem[]>;
  /** How many are still to be sent. */
  unsent: ReadonlySignal<number>;
  /** Why nothing is sent at present, though something waits. */
  trouble: ReadonlySignal<Trouble | undefined>;
  room: ReadonlySignal<Room>;
  /**
   * Keeps a photo on the device; it is sent from there. The same bytes of the same shot are kept once.
   *
   * @throws {StorageFullError} where the device has no room: the picture is not kept then
   */
  addPhoto: (photo: TakenPhoto) => Promise<void>;
  /** The bytes of an item while the device has them. */
  openContent: (id: string) => Promise<Blob | undefined>;
  /** Sends again what was refused, or what waits for its next try; every item without an id. */
  sendAgain: (id?: string) => Promise<void>;
  /** Takes a refused item off the device, with its bytes. */
  remove: (id: string) => Promise<void>;
  /** Begins nothing more. What is under way is still brought home, while the page is there. */
  close: () => void;
};
