import {
  entriesOf,
  isList,
  isOfType,
  nameOf,
  resolve,
  type PdfDictionary,
  type PdfObjects,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import { ReportRefusal, REPORT_PLACE, type ReportFailureCode } from '../report-refusal.ts';

export type SignatureField = {
  readonly name: string;
  readonly signatureNumber: number;
  readonly signature: PdfDictionary['entries'];
  /** Index of the revision in which the signature was written. */
  readonly revision: number;
};

/**
 * In the order of signing.
 *
 * @throws {ReportRefusal} `malformed_signature`, `unlisted_signature`, `duplicate_field`, `unsupported_signature`
 */
export function listSignatureFields(revisions: readonly Revision[]): SignatureField[] {
  const { objects, root } = revisions.at(-1)!;
  const catalog = entriesOf(objects.get(root)?.value, objects);
  // A certification names the changes that it allows; none allows more than is accepted here.
  if (catalog?.has('Perms'))
    throw refuse('unsupported_signature', 'It restricts what may follow a signature.');

  const form = entriesOf(catalog?.get('AcroForm'), objects);
  const listed = resolve(form?.get('Fields'), objects);
  const writtenIn = listLastRevisions(revisions);
  const read = (isList(listed) ? listed : []).flatMap((field) => readField(field, { objects, writtenIn }));
  const fields = nameFields(read);
  assertListed(fields, objects);
  return fields.sort((one, other) => one.revision - other.revision);
}

type ReadField = Omit<SignatureField, 'name'> & { readonly title: Uint8Array };

function readField(
  field: PdfValue,
  { objects, writtenIn }: { objects: PdfObjects; writtenIn: ReadonlyMap<number, number> },
): ReadField[] {
  const entries = entriesOf(field, objects);
  if (nameOf(resolve(entries?.get('FT'), objects)) !== 'Sig') return [];

  const value = entries?.get('V');
  if (value === undefined) return [];
  const title = entries?.get('T');
  const signature = entriesOf(value, objects);
  if (!isOfType(value, 'reference') || !isOfType(title, 'string') || !signature || entries?.has('Kids')) {
    throw refuse('malformed_signature', 'A signature field is not of its form.');
  }
  const { number } = value;
  return [{ title: title.bytes, signatureNumber: number, signature, revision: writtenIn.get(number)! }];
}

// Gives the last revision that wrote each object; replacing one is found as a change.
function listLastRevisions(revisions: readonly Revision[]): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const [index, { own }] of revisions.entries())
    for (const number of own.keys()) last.set(number, index);
  return last;
}

// A form may list a field many times, so fields are made distinct before titles are decoded.
function nameFields(fields: readonly ReadField[]): SignatureField[] {
  assertDistinct(fields.map(({ signatureNumber }) => signatureNumber));
  const named = fields.map(({ title, ...field }) => ({ ...field, name: decodeText(title) }));
  assertDistinct(named.map(({ name }) => name));
  return named;
}

// ISO 32000-1, section 7.9.2.2: UTF-16 with its mark, UTF-8 with its own, or one byte a character.
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes);
  return String.fromCharCode(...bytes.subarray(0, 1000));
}

function assertDistinct(keys: readonly (string | number)[]): void {
  if (new Set(keys).size === keys.length) return;
  throw refuse('duplicate_field', 'Two signature fields have one name, or share a signature.');
}

// Some programs show a signature without a field, others ignore it.
function assertListed(fields: readonly SignatureField[], objects: PdfObjects): void {
  const listed = new Set(fields.map(({ signatureNumber }) => signatureNumber));
  for (const { number, value } of objects.values()) {
    if (listed.has(number) || !isOfType(value, 'dictionary') || !value.entries.has('ByteRange')) continue;
    throw refuse('unlisted_signature', 'There is a signature that no field holds.');
  }
}

function refuse(code: ReportFailureCode, message: string): ReportRefusal {
  return new ReportRefusal(REPORT_PLACE, code, message);
}
