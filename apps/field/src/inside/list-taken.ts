import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { nameShot } from '../parts/name-pieces.ts';
import { listShots, type WantedShot } from './list-shots.ts';

type Taken = {
  photos: { item: QueueItem; name: string }[];
  missing: WantedShot[];
  isSigned: boolean;
};

/** Counts photos that the person used, sent or not; a refused one is missing still. */
export const listTaken = (state: FieldSessionState, items: readonly QueueItem[]): Taken => {
  const used = items.filter(isUsed);
  const photos = used.filter(({ kind }) => kind === 'photo');
  const shots = listShots(
    state,
    photos.map(({ slot }) => slot),
  );
  return {
    photos: photos.map((item) => ({ item, name: nameShot(state, item.slot) })),
    missing: shots.filter(({ isTaken }) => !isTaken),
    isSigned: used.some(({ kind }) => kind === 'signature'),
  };
};

export const isUsed = ({ state }: Pick<QueueItem, 'state'>): boolean =>
  state !== 'refused' && state !== 'held';
