import { isHex64 } from '../bytes.ts';
import type { Line } from './verify-lines.ts';

/** The commitments of a chain, by the place that `commitmentKey` gives. */
export type Commitments = Map<string, string>;

/** Names a commitment by the sequence of its entry and the field of its payload. */
export const commitmentKey = (sequence: number, field: string): string => `${sequence} ${field}`;

/** The hashes of files: as they are kept, and as they came. */
const OF_FILES = ['sha256', 'received_sha256'];

/** A hash in a payload is a commitment to a personal value, but for those of files. */
export function collectCommitments(
  commitments: Commitments,
  { sequence, payload }: Pick<Line, 'sequence' | 'payload'>,
): void {
  for (const [field, value] of Object.entries(payload)) {
    if (!OF_FILES.includes(field) && isHex64(value)) commitments.set(commitmentKey(sequence, field), value);
  }
}
