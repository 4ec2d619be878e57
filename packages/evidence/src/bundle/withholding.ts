import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import { ADDENDA_PATH } from './places.ts';
import type { Manifest } from './read-manifest.ts';

/** Which files may be missing, and by what. */
export type Withholding = {
  /** The redaction that manifest.json names for a path: its sequence in the addenda. */
  readonly listed: ReadonlyMap<string, number>;
  /** The hashes that each redaction withholds, by its sequence. */
  readonly redactions: ReadonlyMap<number, ReadonlySet<string>>;
  /** Up to which addendum a valid anchor vouches. */
  readonly coveredUpTo: number;
};

/** What manifest.json says is withheld, as long as the addenda tell of no redaction. */
export const listWithheld = ({ withheld }: Manifest): Withholding => ({
  listed: new Map(withheld.map(({ path, sequence }) => [path, sequence])),
  redactions: new Map(),
  coveredUpTo: 0,
});

/**
 * Why a file that is not there is missing; undefined for one that is withheld: a redaction in the addenda names its hash,
 * and a valid anchor covers that redaction. What manifest.json says of it proves nothing.
 */
export function judgeMissing(
  { listed, redactions, coveredUpTo }: Withholding,
  { path, sha256 }: { path: string; sha256: string },
): EvidenceFault | undefined {
  const sequence = listed.get(path);
  if (sequence === undefined) return missing(path, 'It is not in the bundle.');
  const entry = `entry ${sequence} of ${ADDENDA_PATH}`;
  if (!redactions.get(sequence)?.has(sha256)) {
    return missing(path, `It is not in the bundle, and ${entry} is no redaction that names its hash.`);
  }
  if (sequence <= coveredUpTo) return undefined;
  const message = `It is not in the bundle: ${entry} redacts it, and no valid anchor covers that. Right after a redaction this takes a minute or more: get the bundle anew then.`;
  return new BundleRefusal(path, 'unanchored_redaction', message).fault;
}

function missing(path: string, message: string): EvidenceFault {
  return new BundleRefusal(path, 'missing_file', message).fault;
}
