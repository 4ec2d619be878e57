/*
 * Operator and field person send these over the data channel `fis.v1`. The other's page may be anybody's, so whatever
 * is not exactly such a message is dropped.
 */

export const DATA_CHANNEL = 'fis.v1';

export type Point = { x: number; y: number };

export type OperatorMessage =
  /** Asks for a photo at the camera's full resolution; `slot` is its shot's. */
  | { type: 'still'; id: string; slot?: string }
  | ({ type: 'pointer' } & Point)
  | { type: 'pointer_away' }
  | { type: 'stroke'; id: string; points: Point[] }
  | { type: 'clear' };

export const REFUSALS = ['no_consent', 'no_camera', 'no_such_shot', 'busy', 'failed'] as const;
export type StillRefusal = (typeof REFUSALS)[number];

export type FieldMessage =
  | { type: 'still_taken'; id: string; sha256: string; bytes: number; width: number; height: number }
  | { type: 'still_refused'; id: string; reason: StillRefusal };

export type DataMessage = OperatorMessage | FieldMessage;
