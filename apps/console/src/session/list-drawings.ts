import type { Evidence } from '@field-inspection/sdk';

const DRAWN: ReadonlySet<string> = new Set(['annotation', 'whiteboard', 'signature']);

type Piece = Pick<Evidence, 'kind' | 'status' | 'whiteboard' | 'version'>;

/** Gives what was drawn; of a sketch its last version, which holds those before. */
export const listDrawings = <Item extends Piece>(evidence: readonly Item[]): Item[] => {
  const drawn = evidence.filter(({ kind, status }) => DRAWN.has(kind) && status === 'ready');
  const newest = new Map<string, number>();
  for (const { whiteboard, version } of drawn) {
    if (whiteboard !== null) newest.set(whiteboard, Math.max(newest.get(whiteboard) ?? 0, version ?? 0));
  }
  return drawn.filter(
    ({ whiteboard, version }) => whiteboard === null || newest.get(whiteboard) === (version ?? 0),
  );
};
