import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import { ADDENDA_PATH } from './places.ts';
import type { Manifest } from './read-manifest.ts';

export type Withholding = {
  readonly listed: ReadonlyMap<string, number>;
  /** The hashes that each redaction withholds, by the redaction's sequence. */
  readonly redactions: ReadonlyMap<number, ReadonlySet<string>>;
  /** The last addendum for which a valid anchor vouches. */
  readonly coveredUpTo: number;
};

export const listWithheld = ({ withheld }: Manifest): Withholding => ({
  listed: new Map(withheld.map(({ path, sequence }) => [path, sequence])),
  redactions: new Map(),
  coveredUpTo: 0,
});

/** `withheld` is the sequence of the file's redaction; `unproven` until a valid anchor covers the redaction. */
export type Withheld = { readonly withheld: number; readonly unproven?: true };

/**
 * A missing file is withheld only if a redaction in the addenda names its hash; manifest.json alone proves nothing.
 * Anybody can write a redaction and have it anchored by an authority of their own, so a redaction without an anchor is
 * no fault, but unproven.
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
