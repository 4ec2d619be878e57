import { isHex64 } from '../bytes.ts';
import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { verifyCommitment } from '../commitment/verify-commitment.ts';
import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal, quotePath, type EvidenceFault } from '../bundle-refusal.ts';
import { isCount, isText, listOf, objectOf, only, parseExactJson } from './exact-json.ts';
import { DISCLOSURES_PATH } from './places.ts';
import { commitmentKey, type ChainFacts } from './read-chain.ts';

type Disclosed = {
  readonly sequence: number;
  readonly field: string;
  readonly salt: string;
  readonly value: CanonicalValue;
};

const MAX_BYTES = 64 * 2 ** 20;

const SHAPE = listOf(
  objectOf({
    sequence: isCount,
    field: isText,
    salt: only(isHex64),
    value: only((value) => value !== undefined),
  }),
);

type JudgedDisclosures = { readonly redacted: number; readonly faults: readonly EvidenceFault[] };

/** Opens the commitments of the chain by disclosures.json. What is not disclosed was redacted, which is no fault. */
export async function judgeDisclosures(
  files: BundleFiles,
  { commitments }: Pick<ChainFacts, 'commitments'>,
): Promise<JudgedDisclosures> {
  try {
    return { redacted: await openCommitments(await readDisclosures(files), commitments), faults: [] };
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return { redacted: 0, faults: [error.fault] };
  }
}

/** How many stay closed. */
async function openCommitments(
  disclosed: readonly Disclosed[],
  commitments: ReadonlyMap<string, string>,
): Promise<number> {
  const closed = new Map(commitments);
  for (const { sequence, field, salt, value } of disclosed) {
    const key = commitmentKey(sequence, field);
    const commitment = closed.get(key);
    if (commitment === undefined || !(await verifyCommitment({ commitment, salt, value }))) {
      const place = `${quotePath(field)} of entry ${sequence}`;
      throw refuse(
        'wrong_disclosure',
        `What it discloses as ${place} is not what the chain was committed to.`,
      );
    }
    closed.delete(key);
  }
  return closed.size;
}

async function readDisclosures(files: BundleFiles): Promise<readonly Disclosed[]> {
  const value = parseExactJson(await readFile(files, { path: DISCLOSURES_PATH, maxBytes: MAX_BYTES }));
  if (value === undefined) {
    const reason = 'It is not JSON in the spelling of a bundle, or a key is there twice.';
    throw refuse('malformed_disclosures', reason);
  }
  const place = SHAPE(value, '');
  if (place !== undefined) throw refuse('malformed_disclosures', `It is not of the format at ${place}.`);
  return value as readonly Disclosed[];
}

function refuse(code: 'malformed_disclosures' | 'wrong_disclosure', message: string): BundleRefusal {
  return new BundleRefusal(DISCLOSURES_PATH, code, message);
}
