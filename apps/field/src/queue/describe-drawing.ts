import type { Owner } from '../inspection.ts';
import type { KeptItem, StoredDrawing } from './shelf/queue-item.ts';

/** A drawing that the service has stored as an item, which is its receipt and nothing else. */
export const describeDrawing = (
  { sessionId, participantId }: Owner,
  { receipt, slot, ...drawing }: StoredDrawing,
): KeptItem => ({
  ...drawing,
  receipt,
  id: receipt.evidenceId,
  sessionId,
  participantId,
  slot,
  mime: '',
  bytes: 0,
  sha256: receipt.sha256,
  capturedAt: '',
  place: undefined,
  addedAtMs: Date.now(),
  state: 'stored',
  uploadKey: '',
  isTried: true,
  damages: 0,
});
