import { isHex64 } from '../bytes.ts';
import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { verifyCommitment } from '../commitment/verify-commitment.ts';
import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal, quotePath, type EvidenceFault } from '../bundle-refusal.ts';
import { isCount, isText, listOf, objectOf, only, parseExactJson } from './exact-json.ts';
import { commitmentKey, type Commitments } from './commitments.ts';

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

/** A missing disclosure was redacted, which is no fault. */
export async function judgeDisclosures(
  files: BundleFiles,
  { path, commitments }: { path: string; commitments: Commitments },
): Promise<JudgedDisclosures> {
  try {
    const disclosed = await readDisclosures(files, path);
    return { redacted: await openCommitments(disclosed, { path, commitments }), faults: [] };
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return { redacted: 0, faults: [error.fault] };
  }
}

async function openCommitments(
  disclosed: readonly Disclosed[],
  { path, commitments }: { path: string; commitments: Commitments },
): Promise<number> {
  const closed = new Map(commitments);
  for (const { sequence, field, salt, value } of disclosed) {
    const key = commitmentKey(sequence, field);
    const commitment = closed.get(key);
    if (commitment === undefined || !(await verifyCommitment({ commitment, salt, value }))) {
      const place = `${quotePath(field)} of entry ${sequence}`;
      throw new BundleRefusal(
        path,
        'wrong_disclosure',
        `What it discloses as ${place} is not what the chain was committed to.`,
      );
    }
    closed.delete(key);
  }
  return closed.size;
}

async function readDisclosures(files: BundleFiles, path: string): Promise<readonly Disclosed[]> {
  const bytes = await readFile(files, { path, maxBytes: MAX_BYTES });
  const value = parseExactJson(bytes, files);
  const refuse = (message: string) => new BundleRefusal(path, 'malformed_disclosures', message);
  if (value === undefined)
    throw refuse('It is not JSON in the spelling of a bundle, or a key is there twice.');
  const place = SHAPE(value, '');
  if (place !== undefined) throw refuse(`It is not of the format at ${place}.`);
  return value as readonly Disclosed[];
}
