import { isList, isOfType, nameOf, visitValues, type PdfValue } from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import { ReportRefusal, type ReportFailureCode } from '../report-refusal.ts';
import type { SignatureField } from './list-signature-fields.ts';

/** The signature's place is filled up with zeros. */
export type PlacedSignature = {
  readonly subfilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161';
  readonly covered: readonly [Uint8Array, Uint8Array];
  readonly end: number;
  readonly contents: Uint8Array;
};

const SUBFILTERS = ['ETSI.CAdES.detached', 'ETSI.RFC3161'] as const;
const TYPES = { 'ETSI.CAdES.detached': 'Sig', 'ETSI.RFC3161': 'DocTimeStamp' } as const;

// ISO 32000-1, table 252, without keys that restrict later changes or hold certificates a second time.
const STAMP_KEYS = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M', 'V', 'Prop_Build'];
const KEYS = {
  'ETSI.CAdES.detached': new Set([...STAMP_KEYS, 'Name', 'Reason', 'Location', 'ContactInfo']),
  // An authority states only a time: anybody can have it timestamp words of their own.
  'ETSI.RFC3161': new Set(STAMP_KEYS),
};

/**
 * Reads a signature dictionary (ISO 32000-1, section 12.8.1). The signature must cover its revision's file from the
 * first byte to the end, except the digits of Contents and their brackets.
 *
 * @throws {ReportRefusal} `malformed_signature`, `unsupported_signature`, `wrong_byte_range`, `bytes_after_end`
 */
export function readSignature(
  { signature, revision }: SignatureField,
  { bytes, revisions, place }: { bytes: Uint8Array; revisions: readonly Revision[]; place: string },
): PlacedSignature {
  const refuse = (code: ReportFailureCode, message: string) => new ReportRefusal(place, code, message);
  const subfilter = SUBFILTERS.find((name) => name === nameOf(signature.get('SubFilter')));
  if (!subfilter) throw refuse('unsupported_signature', 'It is a signature of another kind than PAdES.');
  if (signature.has('Reference')) throw refuse('unsupported_signature', 'It restricts what may follow it.');
  const isKnown = [...signature].every(([key, value]) => KEYS[subfilter].has(key) && isDirect(value));
  const contents = signature.get('Contents');
  const type = nameOf(signature.get('Type')) ?? 'Sig';
  if (!isKnown || !isOfType(contents, 'string') || !contents.isHex || type !== TYPES[subfilter]) {
    throw refuse('malformed_signature', 'The signature is not of its form.');
  }

  const range = signature.get('ByteRange');
  const [start, length, restart, restLength] = isList(range) && range.length === 4 ? range.map(Number) : [];
  const isPlaced = start === 0 && length === contents.start && restart === contents.end;
  const end = contents.end + Number(restLength);
  if (!isPlaced || !endsRevision({ bytes, end, revision: revisions[revision]! })) {
    throw refuse('wrong_byte_range', 'It does not cover its whole revision but its own place.');
  }
  if (revision === revisions.length - 1 && end !== bytes.length) {
    throw refuse('bytes_after_end', 'Something follows the end of what it covers.');
  }
  const covered = [bytes.subarray(0, contents.start), bytes.subarray(contents.end, end)] as const;
  return { subfilter, covered, end, contents: contents.bytes };
}

function isDirect(value: PdfValue): boolean {
  let isWhole = true;
  visitValues(value, (inner) => {
    if (isOfType(inner, 'reference')) isWhole = false;
  });
  return isWhole;
}

// A line end behind %%EOF may be signed with it or not.
function endsRevision(given: { bytes: Uint8Array; end: number; revision: Revision }): boolean {
  const { bytes, end, revision } = given;
  if (!Number.isSafeInteger(end) || end < revision.end || end > bytes.length) return false;
  const rest = String.fromCharCode(...bytes.subarray(revision.end, Math.min(end, revision.end + 3)));
  return ['', '\n', '\r', '\r\n'].includes(rest);
}
