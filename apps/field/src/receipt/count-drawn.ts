import type { DrawingKind, QueueItem } from '../queue/shelf/queue-item.ts';

/** Counts the drawings of each kind, where there are any: all versions of a whiteboard are one. */
export const countDrawn = (
  items: readonly Pick<QueueItem, 'kind' | 'whiteboard'>[],
): Partial<Record<DrawingKind, number>> => {
  const counts: Partial<Record<DrawingKind, number>> = {};
  const counted = new Set<string>();
  for (const { kind, whiteboard } of items) {
    if (kind === 'photo' || (whiteboard && counted.has(whiteboard))) continue;
    if (whiteboard) counted.add(whiteboard);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
