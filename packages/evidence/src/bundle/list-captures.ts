import { isHex64 } from '../digest/is-hex64.ts';
import { BundleRefusal } from './bundle-refusal.ts';
import { entryPlace } from './places.ts';
import type { ChainFacts } from './read-chain.ts';

/** What an entry `evidence.captured` says. */
export type Capture = {
  readonly sequence: number;
  readonly evidenceId: string;
  readonly sha256: string;
  readonly byteSize: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** @throws {BundleRefusal} `malformed_capture` */
export function listCaptures({ captured }: ChainFacts): Capture[] {
  const sequences = new Map<string, number>();
  return captured.map(({ sequence, payload }) => {
    const { evidence_id: evidenceId, sha256, byte_size: byteSize } = payload;
    if (typeof evidenceId !== 'string' || !isHex64(sha256) || typeof byteSize !== 'number') {
      throw malformed(sequence, 'It does not say what was captured: its id, hash and size.');
    }
    const earlier = sequences.get(evidenceId);
    if (earlier !== undefined) throw malformed(sequence, `It captures what entry ${earlier} captured.`);
    sequences.set(evidenceId, sequence);
    return { sequence, evidenceId, sha256, byteSize, payload };
  });
}

function malformed(sequence: number, message: string): BundleRefusal {
  return new BundleRefusal(entryPlace(sequence), 'malformed_capture', message);
}
