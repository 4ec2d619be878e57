/*
 * Messages of operator and field person beside the picture, over the data channel `fis.v1`. They come from the other's
 * page, which may be anybody's: whatever is not exactly a message of these is dropped.
 */

/** The label of the data channel; the operator makes it. */
export const DATA_CHANNEL = 'fis.v1';

/** A point in the picture, from 0 to 1: from its left, and from its top. */
export type Point = { x: number; y: number };

export type OperatorMessage =
  /** Asks for a photo at the full resolution of the camera; `slot` is the key of the shot that it is for. */
  | { type: 'still'; id: string; slot?: string }
  | ({ type: 'pointer' } & Point)
  | { type: 'pointer_away' }
  /** Adds points to a line, or begins it. */
  | { type: 'stroke'; id: string; points: Point[] }
  /** Takes every line away. */
  | { type: 'clear' };

export const REFUSALS = ['no_consent', 'no_camera', 'no_such_shot', 'busy', 'failed'] as const;
export type StillRefusal = (typeof REFUSALS)[number];

export type FieldMessage =
  | { type: 'still_taken'; id: string; sha256: string; bytes: number; width: number; height: number }
  | { type: 'still_refused'; id: string; reason: StillRefusal };

export type DataMessage = OperatorMessage | FieldMessage;
