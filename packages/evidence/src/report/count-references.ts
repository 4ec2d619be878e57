import { isOfType, visitValues, type PdfObject } from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';

export type ReferenceCounts = Map<number, number>;

/** Reads only the revision's own objects, since a stranger may add a hundred revisions to a large document. */
export function countReferences(
  counts: ReferenceCounts,
  { before, after }: { before: Revision | undefined; after: Revision },
): void {
  for (const object of after.own.values()) {
    const replaced = before?.objects.get(object.number);
    if (replaced) count(counts, { object: replaced, by: -1 });
    count(counts, { object, by: 1 });
  }
}

function count(counts: ReferenceCounts, { object, by }: { object: PdfObject; by: number }): void {
  visitValues(object.value, (inner) => {
    if (isOfType(inner, 'reference')) counts.set(inner.number, (counts.get(inner.number) ?? 0) + by);
  });
}
