/*
 * Words for the pieces taken on site, on their way to the service.
 *
 * item      what was taken: a photo, with what is said of it. Its bytes lie on the device until its receipt does.
 *           Of a drawing it is the receipt alone: until it is stored, its draft lies on the device (draw/keep-draft.ts).
 * held      it lies on the device, and nobody has found it good yet: it is not sent
 * waiting   it is to be sent; uploading: it is being sent; stored: the service has it; refused: it will not take it
 * receipt   what the service says of it: the evidence, the hash of what came, its entry in the audit chain
 * trouble   why nothing is sent at present, though something waits
 */

export type LocationFix = { lat: number; lon: number; accuracy: number };

export type TakenPhoto = {
  blob: Blob;
  slot: string | undefined;
  capturedAt: Date;
  location: LocationFix | undefined;
};

export type Receipt = { evidenceId: string; sha256: string; sequence: number | undefined };

export type Reason =
  | 'ended'
  | 'access'
  | 'quota'
  | 'too_large'
  | 'invalid'
  /** The file is damaged, or no photo. */
  | 'unusable'
  /** The service has got other bytes than the device sent, several times. */
  | 'damaged'
  | 'lost';

export type DrawingKind = 'annotation' | 'whiteboard' | 'signature';

export type StoredDrawing = {
  kind: DrawingKind;
  receipt: Receipt;
  slot?: string | undefined;
  whiteboard?: string;
};

export type QueueItem = {
  id: string;
  kind: 'photo' | DrawingKind;
  slot: string | undefined;
  bytes: number;
  sha256: string;
  state: 'held' | 'waiting' | 'uploading' | 'stored' | 'refused';
  progress: number;
  isDrawnOn: boolean;
  whiteboard?: string;
  receipt?: Receipt;
  reason?: Reason;
  thumb?: ArrayBuffer;
};

/** `again`: the service's replies make no sense time after time, as when it is failing. */
export type Trouble = 'offline' | 'consent' | 'again';

/** "Uploading" is no kept state, since it ends with the page. */
export type KeptItem = {
  id: string;
  sessionId: string;
  participantId: string;
  kind: 'photo' | DrawingKind;
  whiteboard?: string;
  slot: string | undefined;
  /** Kept with the item: at the end the session may not be known any more. */
  label?: string | undefined;
  mime: string;
  bytes: number;
  sha256: string;
  /** ISO 8601, by the device's clock. */
  capturedAt: string;
  /** Items of earlier releases name the location `place`. */
  place: LocationFix | undefined;
  addedAtMs: number;
  state: 'held' | 'waiting' | 'stored' | 'refused';
  /** A drawing on the item is unfinished: the device keeps the picture even when it is stored. */
  isDrawnOn?: boolean;
  /** The Idempotency-Key with which the item's upload begins; it changes once that upload is gone. */
  uploadKey: string;
  isTried: boolean;
  uploadUrl?: string;
  damages: number;
  receipt?: Receipt;
  reason?: Reason;
  /** A small JPEG of a photo, by which the person knows it again once its bytes are gone. */
  thumb?: ArrayBuffer;
};

export const viewItem = (kept: KeptItem, progress: number | undefined): QueueItem => {
  const {
    id,
    kind,
    slot,
    bytes,
    sha256,
    receipt,
    reason,
    state,
    isDrawnOn = false,
    whiteboard,
    thumb,
  } = kept;
  const isUploading = state === 'waiting' && progress !== undefined;
  return {
    id,
    kind,
    slot,
    bytes,
    sha256,
    state: isUploading ? 'uploading' : state,
    progress: state === 'stored' ? 1 : (progress ?? 0),
    isDrawnOn,
    ...(whiteboard && { whiteboard }),
    ...(receipt && { receipt }),
    ...(reason && { reason }),
    ...(thumb && { thumb }),
  };
};
