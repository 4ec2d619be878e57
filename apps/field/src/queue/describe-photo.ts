import type { Inspection, Owner } from '../inspection.ts';
import { hashBytes } from './hash-bytes.ts';
import type { KeptItem, TakenPhoto } from './shelf/queue-item.ts';

/** A photo as an item that waits, hashed. */
export const describePhoto = async (
  { sessionId, participantId, state }: Owner & Pick<Inspection, 'state'>,
  { blob, slot, capturedAt, place }: TakenPhoto,
): Promise<KeptItem> => ({
  id: crypto.randomUUID(),
  sessionId,
  participantId,
  kind: 'photo',
  slot,
  label: state.value.session.shots.find((shot) => shot.slot === slot)?.label,
  mime: blob.type || 'image/jpeg',
  bytes: blob.size,
  sha256: await hashBytes(await blob.arrayBuffer()),
  capturedAt: capturedAt.toISOString(),
  place,
  addedAtMs: Date.now(),
  state: 'waiting',
  uploadKey: crypto.randomUUID(),
  isTried: false,
  damages: 0,
});
