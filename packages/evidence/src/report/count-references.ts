import { isOfType, visitValues, type PdfObjects } from '../pdf/pdf-value.ts';

/** How often each object is referred to by others, or would be if it were there. */
export function countReferences(objects: PdfObjects): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { value } of objects.values()) {
    visitValues(value, (inner) => {
      if (isOfType(inner, 'reference')) counts.set(inner.number, (counts.get(inner.number) ?? 0) + 1);
    });
  }
  return counts;
}
