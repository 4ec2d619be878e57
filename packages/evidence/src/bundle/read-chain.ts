import { isHex64 } from '../bytes.ts';
import { isPlainObject } from '../canonical/is-plain-object.ts';
import { verifyChain, type ChainVerdict } from '../chain/verify-chain.ts';
import { streamFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { parseExactJson } from './exact-json.ts';
import { CHAIN_PATH, entryPlace } from './places.ts';
import { readLines } from './read-lines.ts';

type Payload = Readonly<Record<string, unknown>>;

/** What the chain says that a bundle is held against; of a broken chain it means nothing. */
export type ChainFacts = {
  /** The payload of the first entry, which names the session. */
  first: Payload | undefined;
  /** The entries `evidence.captured`. */
  readonly captured: { readonly sequence: number; readonly payload: Payload }[];
  /** The commitments, by the place that `commitmentKey` gives. */
  readonly commitments: Map<string, string>;
};

/** What an entry `evidence.captured` says. */
export type Capture = {
  readonly sequence: number;
  readonly evidenceId: string;
  readonly sha256: string;
  readonly byteSize: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

// What the longest request of the service would make, several times over.
const MAX_LINE_BYTES = 4 * 2 ** 20;

/**
 * Reads and verifies chain.jsonl line by line: of a hundred thousand entries only what the bundle is held against is
 * kept. The verdict is on the chain by itself; whether it ends with the right head is `judgeHead`'s matter.
 *
 * @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`
 */
export async function readChain(files: BundleFiles): Promise<{ verdict: ChainVerdict; facts: ChainFacts }> {
  const facts: ChainFacts = { first: undefined, captured: [], commitments: new Map() };
  const lines = readLines(streamFile(files, CHAIN_PATH), MAX_LINE_BYTES);
  const verdict = await verifyChain(readEntries(lines, facts));
  return { verdict, facts };
}

/** Where a commitment stands: in which entry, in which field of its payload. */
export const commitmentKey = (sequence: number, field: string): string => `${sequence} ${field}`;

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

// A line that is no JSON becomes undefined, which is no entry either.
async function* readEntries(
  lines: AsyncIterable<Uint8Array | undefined>,
  facts: ChainFacts,
): AsyncGenerator<unknown, void> {
  let sequence = 0;
  for await (const line of lines) {
    sequence += 1;
    const entry = line && parseExactJson(line);
    if (isPlainObject(entry) && isPlainObject(entry['payload'])) {
      collectFacts(facts, { sequence, kind: entry['kind'], payload: entry['payload'] });
    }
    yield entry;
  }
}

function collectFacts(
  facts: ChainFacts,
  { sequence, kind, payload }: { sequence: number; kind: unknown; payload: Payload },
): void {
  if (sequence === 1) facts.first = payload;
  if (kind === 'evidence.captured') facts.captured.push({ sequence, payload });
  // A hash in a payload is a commitment to a personal value, but for `sha256`, which is that of a file.
  for (const [field, value] of Object.entries(payload)) {
    if (field !== 'sha256' && isHex64(value)) facts.commitments.set(commitmentKey(sequence, field), value);
  }
}

function malformed(sequence: number, message: string): BundleRefusal {
  return new BundleRefusal(entryPlace(sequence), 'malformed_capture', message);
}
