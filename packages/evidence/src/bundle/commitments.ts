import { isHex64 } from '../bytes.ts';
import type { Line } from './verify-lines.ts';

export type Commitments = Map<string, string>;

export const commitmentKey = (sequence: number, field: string): string => `${sequence} ${field}`;

/** Hashes of files, stored or received, are no commitments. */
const OF_FILES = ['sha256', 'received_sha256'];

/** Every other hash in a payload is a commitment to a personal value. */
export function collectCommitments(
  commitments: Commitments,
  { sequence, payload }: Pick<Line, 'sequence' | 'payload'>,
): void {
  for (const [field, value] of Object.entries(payload)) {
    if (!OF_FILES.includes(field) && isHex64(value)) commitments.set(commitmentKey(sequence, field), value);
  }
}
