import type { QueueItem } from './shelf/queue-item.ts';

/** Counts of a device's photos by state: each is in one of them. */
export type PhotoCounts = {
  /** Still to be sent, those that nobody has found good yet among them. */
  unsent: number;
  /** The service will not take them: nothing more happens by itself. */
  refused: number;
  stored: number;
};

export const countPhotos = (items: readonly Pick<QueueItem, 'kind' | 'state'>[]): PhotoCounts => {
  const photos = items.filter(({ kind }) => kind === 'photo');
  const refused = photos.filter(({ state }) => state === 'refused').length;
  const stored = photos.filter(({ state }) => state === 'stored').length;
  return { unsent: photos.length - refused - stored, refused, stored };
};
