import type { WebHeaders } from '../../http/web-types.ts';

/** What the service says of a recording once all of it has arrived: it is evidence from now on. */
export interface RecordingReceipt {
  /** Of the evidence: the upload's id, too. */
  readonly id: string;
  /** `pending` until a player's copy is made of it, which `recording.ready` tells; then `ready`, or `failed`. */
  readonly status: string;
  /** Of the bytes that are kept, in hexadecimal: without their place, where gps was not granted. */
  readonly sha256: string | null;
  /** Of the bytes as they arrived, to compare with your own. */
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
