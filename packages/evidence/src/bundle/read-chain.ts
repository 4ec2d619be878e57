import { isHex64 } from '../bytes.ts';
import type { ChainVerdict } from '../chain/verify-chain.ts';
import type { BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { collectCommitments, type Commitments } from './commitments.ts';
import { CHAIN_PATH, entryPlace } from './places.ts';
import { verifyLines, type Line, type Payload } from './verify-lines.ts';

/** Facts to compare a bundle with; those of a broken chain mean nothing. */
export type ChainFacts = {
  first: Payload | undefined;
  readonly captured: { readonly sequence: number; readonly payload: Payload }[];
  readonly commitments: Commitments;
};

export type Capture = {
  readonly sequence: number;
  readonly evidenceId: string;
  readonly sha256: string;
  readonly byteSize: number;
  readonly payload: Payload;
};

/**
 * Verifies chain.jsonl. Whether it ends with the right head is judged by `judgeHead`.
 *
 * @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`
 */
export async function readChain(files: BundleFiles): Promise<{ verdict: ChainVerdict; facts: ChainFacts }> {
  const facts: ChainFacts = { first: undefined, captured: [], commitments: new Map() };
  const verdict = await verifyLines(files, {
    path: CHAIN_PATH,
    collect: (line) => collectFacts(facts, line),
  });
  return { verdict, facts };
}

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

function collectFacts(facts: ChainFacts, line: Line): void {
  const { sequence, kind, payload } = line;
  if (sequence === 1) facts.first = payload;
  if (kind === 'evidence.captured') facts.captured.push({ sequence, payload });
  collectCommitments(facts.commitments, line);
}

function malformed(sequence: number, message: string): BundleRefusal {
  return new BundleRefusal(entryPlace(sequence), 'malformed_capture', message);
}
