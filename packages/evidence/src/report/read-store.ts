import { entriesOf, isList, isOfType, resolve, type PdfObjects, type PdfValue } from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import { ReportRefusal, REPORT_PLACE } from '../report-refusal.ts';
import { stepsToWalk, type StepBudget } from '../step-budget.ts';
import type { RevocationAnswers } from '../revocation/judge-revocation.ts';

// Each answer is compared with each certificate. A seal with its timestamps needs fewer than ten.
const MAX_ANSWERS = 100;
const MAX_BYTES = 8 * 2 ** 20;

/**
 * Gives all answers on revocation in a revision's security store (ETSI EN 319 142-1, section 5.4.2.2). Compressed ones
 * are ignored, and so say nothing.
 *
 * @throws {ReportRefusal} `too_large`
 * @throws {TooComplex}
 */
export function readStore(
  { objects, root }: Pick<Revision, 'objects' | 'root'>,
  budget: StepBudget,
): RevocationAnswers {
  const catalog = entriesOf(objects.get(root)?.value, objects);
  const store = entriesOf(catalog?.get('DSS'), objects);
  const answers = {
    ocsps: listStreams(store?.get('OCSPs'), { objects, budget }),
    crls: listStreams(store?.get('CRLs'), { objects, budget }),
  };
  const all = [...answers.ocsps, ...answers.crls];
  if (all.length > MAX_ANSWERS || all.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) {
    throw new ReportRefusal(REPORT_PLACE, 'too_large', 'It has more validation data than a report can have.');
  }
  return answers;
}

function listStreams(
  value: PdfValue | undefined,
  { objects, budget }: { objects: PdfObjects; budget: StepBudget },
): Uint8Array[] {
  const resolved = resolve(value, objects);
  const list = isList(resolved) ? resolved : [];
  budget.spend(stepsToWalk(list.length));
  return list.flatMap((item) => {
    const object = isOfType(item, 'reference') ? objects.get(item.number) : undefined;
    if (!object?.data || !isOfType(object.value, 'dictionary')) return [];
    return object.value.entries.has('Filter') ? [] : [object.data];
  });
}
