import { equalValues, listDifferences } from '../pdf/equal-values.ts';
import { entriesOf, isList, isOfType, nameOf, type PdfObject } from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import type { ReportFailureCode, ReportFault } from '../report-refusal.ts';
import type { StepBudget } from '../step-budget.ts';
import { compareField, compareForm, findFieldFault, type Change } from './compare-form.ts';
import type { ReferenceCounts } from './count-references.ts';
import { listRoles, type Role } from './list-roles.ts';

const REPLACEABLE: ReadonlySet<Role> = new Set(['catalog', 'form', 'fields', 'field', 'store', 'index']);

const CATALOG_CODES: ReadonlyMap<string, ReportFailureCode> = new Map([
  ['Pages', 'changed_pages'],
  ['OCProperties', 'changed_layers'],
]);

/**
 * Finds a change beyond those that may follow a signature: a further invisible signature or document timestamp, on a
 * page or on none, and validation data. Each written object must be one of the form's signature fields, or of the
 * security store. A replaced object must have had that role before; a new one must not fill an earlier reference, as
 * from a page to a missing object.
 * Gives undefined where nothing else was changed. `references` are those of the revision before.
 * @throws {TooComplex}
 */
export function findChange(given: {
  before: Revision;
  after: Revision;
  references: ReferenceCounts;
  budget: StepBudget;
}): ReportFault | undefined {
  const { before, after } = given;
  const change =
    compareTrailers(before, after) ??
    compareCatalogs(before, after) ??
    compareForm(before, after) ??
    compareObjects(given);
  return change && { place: after.place, ...change };
}

function compareTrailers(before: Revision, after: Revision): Change | undefined {
  const keys = listDifferences(before.trailer, after.trailer);
  const isUsual = keys.every((key) => ['Size', 'Prev', 'ID'].includes(key));
  return isUsual ? undefined : { code: 'changed_catalog', message: 'The trailer names other information.' };
}

function compareObjects(given: Parameters<typeof findChange>[0]): Change | undefined {
  const { before, after, references, budget } = given;
  const [rolesBefore, roles] = [listRoles(before, budget), listRoles(after, budget)];
  const objects = [...after.own.values()];
  const changes = objects.map((object) => {
    const role = roles.get(object.number);
    const uses = references.get(object.number) ?? 0;
    const old = before.objects.get(object.number);
    if (!old) return { isNew: true, change: judgeAdded(object, { role, uses, after }) };
    if (isPageWithFields(old, { object, roles, after })) return { isNew: false, change: undefined };
    const kept = role === rolesBefore.get(object.number) ? role : undefined;
    return { isNew: false, change: judgeReplaced(old, { object, role: kept, uses }) };
  });
  const faults = changes.filter(({ change }) => change !== undefined);
  return (faults.find(({ isNew }) => !isNew) ?? faults[0])?.change;
}

// Most signers list the new field among its page's annotations. An invisible field leaves the page's look as it was.
function isPageWithFields(
  old: PdfObject,
  { object, roles, after }: { object: PdfObject; roles: ReadonlyMap<number, Role>; after: Revision },
): boolean {
  if (!isOfType(old.value, 'dictionary') || !isOfType(object.value, 'dictionary')) return false;
  const { entries } = old.value;
  const { entries: changed } = object.value;
  if (nameOf(entries.get('Type')) !== 'Page' || object.isStream) return false;
  if (listDifferences(entries, changed).some((key) => key !== 'Annots')) return false;

  const [before = [], listed] = [entries.get('Annots'), changed.get('Annots')];
  if (!isList(before) || !isList(listed) || !equalValues(before, listed.slice(0, before.length)))
    return false;
  const known = new Set(before.map((annotation) => isOfType(annotation, 'reference') && annotation.number));
  return listed.slice(before.length).every((annotation) => {
    if (!isOfType(annotation, 'reference') || roles.get(annotation.number) !== 'field') return false;
    return after.own.has(annotation.number) && !known.has(annotation.number);
  });
}

function judgeReplaced(
  old: PdfObject,
  { object, role, uses }: { object: PdfObject; role: Role | undefined; uses: number },
): Change | undefined {
  if (!role || !REPLACEABLE.has(role)) return nameChange(old, object);
  if (role === 'field') return compareField(old, object);
  // An object used elsewhere would change there, too, such as a list of fields that is also a page's list of
  // annotations.
  if (role !== 'catalog' && uses > 1) return nameChange(old, object);
  return undefined;
}

function judgeAdded(
  { number, value }: PdfObject,
  { role, uses, after }: { role: Role | undefined; uses: number; after: Revision },
): Change | undefined {
  if (role === undefined || uses > 0) {
    const reason = uses > 0 ? 'something that was there before refers to it' : 'no signature needs it';
    return { code: 'unexplained_object', message: `Object ${number} was added, and ${reason}.` };
  }
  return role === 'field' ? findFieldFault(value, after) : undefined;
}

function compareCatalogs(before: Revision, after: Revision): Change | undefined {
  const [old, changed] = [before, after].map(({ objects, root }) =>
    entriesOf(objects.get(root)!.value, objects)!,
  );
  const key = listDifferences(old!, changed!).find((name) => name !== 'AcroForm' && name !== 'DSS');
  if (key === undefined) return undefined;
  const code = CATALOG_CODES.get(key) ?? 'changed_catalog';
  return { code, message: 'The catalog was changed, which says what the document has, shows and does.' };
}

function nameChange(old: PdfObject, object: PdfObject): Change {
  const code = findCode(old, object);
  return { code, message: `Object ${object.number}, which was there before, was replaced.` };
}

function findCode({ value, isStream }: PdfObject, object: PdfObject): ReportFailureCode {
  if (isStream) return 'changed_contents';
  if (!isOfType(value, 'dictionary')) return 'changed_object';

  const { entries } = value;
  const type = nameOf(entries.get('Type'));
  if (type === 'Page' && isOfType(object.value, 'dictionary')) {
    const keys = listDifferences(entries, object.value.entries);
    return keys.every((key) => key === 'Annots') ? 'changed_annotations' : 'changed_pages';
  }
  if (type === 'Page' || type === 'Pages') return 'changed_pages';
  if (type === 'OCG' || type === 'OCMD' || entries.has('OCGs')) return 'changed_layers';
  if (entries.has('FT')) return 'changed_field';
  if (type === 'Annot' || (entries.has('Subtype') && entries.has('Rect'))) return 'changed_annotations';
  return entries.has('Fields') ? 'changed_form' : 'changed_object';
}
