import type { ChainFailureCode } from './chain/verify-chain.ts';
import type { TimestampFailureCode } from './timestamp-refusal.ts';

/**
 * Fault of a bundle; beside the codes of `verifyChain` for an entry, and of `verifyTimestamp` for a token.
 *
 * - `malformed_zip`: not a ZIP file, or cut off, or one that can be read in two ways;
 * - `unsupported_zip`: a file in it is encrypted, a link, or packed in an unusual way;
 * - `unsafe_path`, `duplicate_path`: a name that leads elsewhere, or is there twice;
 * - `too_large`: more than a bundle can have of this;
 * - `too_complex`: it takes more steps to verify than `maxSteps`, so that it was not verified to its end;
 * - `corrupt_file`: a file that can't be unpacked to what the ZIP file says;
 * - `missing_file`, `unexpected_file`: a file that should be there is not, or one is there that nothing names;
 * - `wrong_size`, `wrong_hash`: not the bytes that the chain, or for derivatives the manifest, names;
 * - `malformed_manifest`: manifest.json is not of the format;
 * - `unsupported_version`: the bundle is of another format;
 * - `differs_from_chain`: manifest.json says otherwise than the chain, or of a report than the addenda;
 * - `not_in_chain`: manifest.json lists as evidence what no entry of the chain captured, or a report that no addendum
 *   names;
 * - `malformed_capture`: an entry `evidence.captured` doesn't say what was captured, or names what an earlier one does;
 * - `malformed_addendum`: an addendum does not say which report it is about: its id, hash and size;
 * - `malformed_disclosures`: disclosures.json, or that of the addenda, is not of the format;
 * - `wrong_disclosure`: a value in it is not what the chain, or an addendum, was committed to;
 * - `differs_from_token`: manifest.json says otherwise than a token, or the certificates beside the token are others.
 */
export type BundleFailureCode =
  | 'malformed_zip'
  | 'unsupported_zip'
  | 'unsafe_path'
  | 'duplicate_path'
  | 'too_large'
  | 'too_complex'
  | 'corrupt_file'
  | 'missing_file'
  | 'unexpected_file'
  | 'wrong_size'
  | 'wrong_hash'
  | 'malformed_manifest'
  | 'unsupported_version'
  | 'differs_from_chain'
  | 'not_in_chain'
  | 'malformed_capture'
  | 'malformed_addendum'
  | 'malformed_disclosures'
  | 'wrong_disclosure'
  | 'differs_from_token';

export type EvidenceFaultCode = BundleFailureCode | ChainFailureCode | TimestampFailureCode;

/**
 * A bad place: `chain.jsonl, entry 7`, a file such as `originals/….jpg` or `anchors/1.tst`, or `bundle.zip` for the
 * whole. A path is escaped where it could mislead a reader. `code` is stable; `message` is for people and may change.
 */
export type EvidenceFault = {
  readonly place: string;
  readonly code: EvidenceFaultCode;
  readonly message: string;
};

/** The place of a fault that belongs to no single file. */
export const BUNDLE_PLACE = 'bundle.zip';

const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 200;

export class BundleRefusal extends Error {
  override readonly name = 'BundleRefusal';
  readonly fault: EvidenceFault;

  constructor(place: string, code: EvidenceFaultCode, message: string) {
    super(message);
    this.fault = { place: quotePath(place), code, message };
  }
}

/**
 * A path is its author's choice, and ends on terminals. Characters beyond printable ASCII are escaped as in JSON, so
 * that nothing is hidden or runs backwards.
 */
export function quotePath(path: string): string {
  const shown = path.length > MAX_LENGTH ? `${path.slice(0, MAX_LENGTH)}…` : path;
  if (PLAIN.test(path)) return shown;

  const escaped = JSON.stringify(shown).replaceAll(/[^\x20-\x7e…]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}
