import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import { ADDENDA_PATH } from './places.ts';
import type { Manifest } from './read-manifest.ts';

/** Files that may be missing, and the redactions that withhold them. */
export type Withholding = {
  /** The redaction that manifest.json names for a path: its sequence in the addenda. */
  readonly listed: ReadonlyMap<string, number>;
  /** The hashes that each redaction withholds, by its sequence. */
  readonly redactions: ReadonlyMap<number, ReadonlySet<string>>;
  /** Up to which addendum a valid anchor vouches. */
  readonly coveredUpTo: number;
};

/** Lists the files that manifest.json says are withheld, as long as the addenda hold no redaction. */
export const listWithheld = ({ withheld }: Manifest): Withholding => ({
  listed: new Map(withheld.map(({ path, sequence }) => [path, sequence])),
  redactions: new Map(),
  coveredUpTo: 0,
});

/** A file that is withheld, by the sequence of its redaction; unproven as long as no valid anchor covers that. */
export type Withheld = { readonly withheld: number; readonly unproven?: true };

/**
 * Judges a missing file: it is withheld when a redaction in the addenda names its hash, else it is missing. The word of
 * manifest.json proves nothing. Anybody can write a redaction, and have it anchored by an authority of their own:
 * nobody vouches for either, so that a redaction without an anchor is no break, and only unproven.
 */
export function judgeMissing(
  { listed, redactions, coveredUpTo }: Withholding,
  { path, sha256 }: { path: string; sha256: string },
): Withheld | EvidenceFault {
  const sequence = listed.get(path);
  if (sequence === undefined) return missing(path, 'It is not in the bundle.');
  const entry = `entry ${sequence} of ${ADDENDA_PATH}`;
  if (!redactions.get(sequence)?.has(sha256)) {
    return missing(path, `It is not in the bundle, and ${entry} is no redaction that names its hash.`);
  }
  return sequence <= coveredUpTo ? { withheld: sequence } : { withheld: sequence, unproven: true };
}

function missing(path: string, message: string): EvidenceFault {
  return new BundleRefusal(path, 'missing_file', message).fault;
}
