import { isHex64 } from '../bytes.ts';
import type { ChainVerdict } from '../chain/verify-chain.ts';
import type { BundleFiles } from './bundle-files.ts';
import { collectCommitments, type Commitments } from './commitments.ts';
import { ADDENDA_PATH } from './places.ts';
import { verifyLines, type Line, type Payload } from './verify-lines.ts';

/** Facts to compare a bundle with; those of broken addenda mean nothing. */
export type AddendaFacts = {
  readonly hashes: Map<number, string>;
  readonly documents: { readonly sequence: number; readonly payload: Payload }[];
  /** The hashes of files that each `redaction` withholds. */
  readonly redactions: Map<number, ReadonlySet<string>>;
  readonly commitments: Commitments;
};

const DOCUMENT_KINDS: readonly unknown[] = ['report.ready', 'signature.applied'];

/**
 * Verifies addenda.jsonl, which goes on from the chain's head. Whether the addenda end with the right head is judged by
 * `judgeHead`.
 *
 * @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`
 */
export async function readAddenda(
  files: BundleFiles,
  { genesis, anchored }: { genesis: string; anchored: ReadonlySet<number> },
): Promise<{ verdict: ChainVerdict; facts: AddendaFacts }> {
  const facts: AddendaFacts = {
    hashes: new Map(),
    documents: [],
    redactions: new Map(),
    commitments: new Map(),
  };
  const collect = (line: Line) => {
    if (anchored.has(line.sequence)) facts.hashes.set(line.sequence, line.hash as string);
    collectFacts(facts, line);
  };
  const verdict = await verifyLines(files, { path: ADDENDA_PATH, genesis, collect });
  return { verdict, facts };
}

function collectFacts(facts: AddendaFacts, line: Line): void {
  const { sequence, kind, payload } = line;
  if (DOCUMENT_KINDS.includes(kind)) facts.documents.push({ sequence, payload });
  if (kind === 'redaction') facts.redactions.set(sequence, listWithheld(payload));
  collectCommitments(facts.commitments, line);
}

// A redaction of values alone names no file.
function listWithheld({ withheld }: Payload): ReadonlySet<string> {
  return new Set(Array.isArray(withheld) ? withheld.filter(isHex64) : []);
}
