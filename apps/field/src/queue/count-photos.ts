import type { QueueItem } from './shelf/queue-item.ts';

export type PhotoCounts = {
  /** Includes the photos that nobody has found good yet. */
  unsent: number;
  /** Refused photos stay as they are unless the person acts. */
  refused: number;
  stored: number;
};

export const countPhotos = (items: readonly Pick<QueueItem, 'kind' | 'state'>[]): PhotoCounts => {
  const photos = items.filter(({ kind }) => kind === 'photo');
  const refused = photos.filter(({ state }) => state === 'refused').length;
  const stored = photos.filter(({ state }) => state === 'stored').length;
  return { unsent: photos.length - refused - stored, refused, stored };
};
