import type { KeptItem, Reason, Receipt } from './queue-item.ts';

export type Happening =
  | { kind: 'tried' }
  | { kind: 'begun'; uploadUrl: string }
  /** The service has dropped the item's upload: the next one begins under another key. */
  | { kind: 'gone'; uploadKey: string; wasDamaged?: boolean }
  | { kind: 'received'; receipt: Receipt }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'wanted' }
  | { kind: 'drawn'; isDrawnOn: boolean }
  | { kind: 'pictured'; thumb: ArrayBuffer };

/** Altered bytes are blamed on the network so many times at most. */
export const MAX_DAMAGES = 3;

/** True once the device no longer needs the item's bytes. */
export const isBrought = ({ state, isDrawnOn }: KeptItem): boolean => state === 'stored' && !isDrawnOn;

/** A stored item stays stored. A receipt of other bytes counts for nothing, and the device keeps its own. */
export const moveItem = (item: KeptItem, happening: Happening): KeptItem => {
  if (happening.kind === 'drawn') return { ...item, isDrawnOn: happening.isDrawnOn };
  if (happening.kind === 'pictured') return { ...item, thumb: happening.thumb };
  if (item.state === 'stored') return item;
  switch (happening.kind) {
    case 'tried':
      return { ...item, isTried: true };
    case 'begun':
      return { ...item, isTried: true, uploadUrl: happening.uploadUrl };
    case 'gone':
      return beginAnew(item, happening);
    case 'received':
      return happening.receipt.sha256 === item.sha256
        ? // The location goes once the service has it: whoever picks up the phone need not see it.
          { ...without(item, 'reason'), state: 'stored', receipt: happening.receipt, place: undefined }
        : { ...item, state: 'refused', reason: 'damaged' };
    case 'refused':
      return { ...item, state: 'refused', reason: happening.reason };
    case 'wanted':
      return { ...without(item, 'reason'), state: 'waiting', damages: 0 };
  }
};

const beginAnew = (
  item: KeptItem,
  { uploadKey, wasDamaged }: { uploadKey: string; wasDamaged?: boolean },
) => {
  const damages = item.damages + (wasDamaged ? 1 : 0);
  const anew: KeptItem = { ...without(item, 'uploadUrl'), uploadKey, damages };
  if (damages < MAX_DAMAGES) return anew;
  return { ...anew, state: 'refused', reason: 'damaged' } satisfies KeptItem;
};

const without = <Name extends 'reason' | 'uploadUrl'>(item: KeptItem, name: Name): KeptItem => {
  const { [name]: _, ...rest } = item;
  return rest as KeptItem;
};
