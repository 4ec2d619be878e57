import { equalValues, listDifferences } from '../pdf/equal-values.ts';
import {
  entriesOf,
  isList,
  isOfType,
  nameOf,
  resolve,
  type PdfObject,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import type { ReportFailureCode } from '../report-refusal.ts';

export type Change = { readonly code: ReportFailureCode; readonly message: string };

const FIELD_KEYS = new Set(['FT', 'T', 'TU', 'V', 'Ff', 'Type', 'Subtype', 'F', 'P', 'Rect']);

/**
 * Finds a change of the form other than fields added at its end: a field that is gone, values that viewers draw anew
 * (NeedAppearances), a font of fields.
 */
export function compareForm(before: Revision, after: Revision): Change | undefined {
  const [old, changed] = [findForm(before), findForm(after)];
  const keys = listDifferences(old ?? new Map(), changed ?? new Map());
  if (keys.some((key) => key !== 'Fields' && key !== 'SigFlags')) {
    return { code: 'changed_form', message: 'The form was changed, by which fields are drawn.' };
  }
  const [oldFields, fields] = [listFields(before), listFields(after)];
  const isSame = oldFields === fields;
  const isGrown = isSame || oldFields.every((field, index) => equalValues(field, fields[index]));
  const added = fields.slice(oldFields.length);
  const isFresh = added.every((field) => isOfType(field, 'reference') && after.own.has(field.number));
  if (isGrown && isFresh && added.every((field) => isSignatureField(field, after))) return undefined;
  return {
    code: 'changed_form',
    message: 'The form has lost a field, or has a new one that is no signature.',
  };
}

export function compareField(old: PdfObject, changed: PdfObject): Change | undefined {
  const entries = [old, changed].map(({ value }) =>
    isOfType(value, 'dictionary') ? value.entries : new Map(),
  );
  const keys = listDifferences(entries[0]!, entries[1]!);
  if (keys.every((key) => key === 'V') && !entries[0]!.has('V')) return undefined;
  return {
    code: 'changed_field',
    message: `Object ${old.number}, a field that was there before, was changed.`,
  };
}

/** An added signature field must show nothing, and belong to an existing page. */
export function findFieldFault(field: PdfValue, { objects }: Revision): Change | undefined {
  const entries = entriesOf(field, objects);
  const page = entriesOf(entries?.get('P'), objects);
  const rect = entries?.get('Rect');
  const isHidden = isList(rect) && rect.length === 4 && rect.every((side) => side === 0);
  const isPlain = entries && [...entries.keys()].every((key) => FIELD_KEYS.has(key));
  const hasPage = !entries?.has('P') || nameOf(page?.get('Type')) === 'Page';
  // A field of another kind of annotation would be drawn as that.
  const isWidget = !entries?.has('Subtype') || nameOf(entries.get('Subtype')) === 'Widget';
  if (isPlain && isHidden && hasPage && isWidget) return undefined;
  return { code: 'visible_signature', message: 'A signature was added that shows or does something.' };
}

function isSignatureField(field: PdfValue, { objects, own }: Revision): boolean {
  const entries = entriesOf(field, objects);
  const value = entries?.get('V');
  return nameOf(entries?.get('FT')) === 'Sig' && isOfType(value, 'reference') && own.has(value.number);
}

function listFields(revision: Revision): readonly PdfValue[] {
  const fields = resolve(findForm(revision)?.get('Fields'), revision.objects);
  return isList(fields) ? fields : [];
}

function findForm({ objects, root }: Revision) {
  return entriesOf(entriesOf(objects.get(root)!.value, objects)?.get('AcroForm'), objects);
}
