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

/** A photo as the camera screen hands it over. */
export type TakenPhoto = {
  blob: Blob;
  slot: string | undefined;
  capturedAt: Date;
  location: LocationFix | undefined;
};

export type Receipt = { evidenceId: string; sha256: string; sequence: number | undefined };

export type Reason =
  /** The session has ended. */
  | 'ended'
  /** The link is not valid any more. */
  | 'access'
  /** The session or its organisation has no quota left. */
  | 'quota'
  | 'too_large'
  /** The service does not take the file's type, or its details are not valid. */
  | 'invalid'
  /** The file is damaged, or no photo. */
  | 'unusable'
  /** The service gets other bytes than were taken, over and over. */
  | 'damaged'
  /** The device has lost its bytes. */
  | 'lost';

/** Kinds of drawings, by their ground and purpose. */
export type DrawingKind = 'annotation' | 'whiteboard' | 'signature';

/** A drawing that the service has stored. */
export type StoredDrawing = {
  kind: DrawingKind;
  receipt: Receipt;
  /** The shot of the photo that it is on. */
  slot?: string | undefined;
  /** The whiteboard that it is a version of. */
  whiteboard?: string;
};

export type QueueItem = {
  id: string;
  kind: 'photo' | DrawingKind;
  slot: string | undefined;
  bytes: number;
  sha256: string;
  state: 'held' | 'waiting' | 'uploading' | 'stored' | 'refused';
  /** From 0 to 1. */
  progress: number;
  isDrawnOn: boolean;
  whiteboard?: string;
  receipt?: Receipt;
  reason?: Reason;
};

/** `again`: replies are no answer, time after time, such as those of a failing service. */
export type Trouble = 'offline' | 'consent' | 'again';

/** Item as it is kept on the device. Being sent is no state of it: that ends with the page. */
export type KeptItem = {
  id: string;
  sessionId: string;
  participantId: string;
  kind: 'photo' | DrawingKind;
  whiteboard?: string;
  slot: string | undefined;
  /** Label of its shot: at the end the session may not be known any more. */
  label?: string | undefined;
  mime: string;
  bytes: number;
  sha256: string;
  /** ISO 8601, by the device's clock. */
  capturedAt: string;
  /** The location. Items of earlier releases lie on devices under this name. */
  place: LocationFix | undefined;
  addedAtMs: number;
  state: 'held' | 'waiting' | 'stored' | 'refused';
  /** A drawing on it is not done: the device keeps the picture below it, when it is stored, too. */
  isDrawnOn?: boolean;
  /** The Idempotency-Key that begins its upload; another one once that upload is no more. */
  uploadKey: string;
  /** True if an upload of it may have begun. */
  isTried: boolean;
  uploadUrl?: string;
  /** Times that its bytes arrived altered. */
  damages: number;
  receipt?: Receipt;
  reason?: Reason;
};

/** An item as it is shown. */
export const viewItem = (kept: KeptItem, progress: number | undefined): QueueItem => {
  const { id, kind, slot, bytes, sha256, receipt, reason, state, isDrawnOn = false, whiteboard } = kept;
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
  };
};
