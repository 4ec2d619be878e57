import type { WebHeaders } from '../../http/web-types.ts';

/** Receipt of a recording once all of it has arrived: it is evidence from now on. */
export interface RecordingReceipt {
  /** The evidence's id, and the upload's. */
  readonly id: string;
  /** `pending` until a player's copy is made, which `recording.ready` tells; then `ready`, or `failed`. */
  readonly status: string;
  /** Hash of the bytes that are kept, in hexadecimal: without their location, where gps was not granted. */
  readonly sha256: string | null;
  /** Hash of the bytes as they arrived, in hexadecimal, to compare with your own. */
  readonly receivedSha256: string | null;
  /** Its entry in the session's audit chain. */
  readonly sequence: number | null;
}

/** `null` where the service says that not all has arrived. */
export function readReceipt(headers: WebHeaders): RecordingReceipt | null {
  const id = headers.get('evidence-id');
  const sequence = headers.get('evidence-sequence');
  if (!id) return null;
  return {
    id,
    status: headers.get('evidence-status') ?? '',
    sha256: headers.get('evidence-sha256'),
    receivedSha256: headers.get('evidence-received-sha256'),
    sequence: sequence === null ? null : Number(sequence),
  };
}
