import type { Inspection } from '../inspection.ts';

/**
 * Whether the session takes photos of a shot: where it asks for none, any word is one. The operator may have added it a
 * moment ago, so the service is asked about one that is not known.
 */
export const asksForShot = async (
  { state, refresh }: Pick<Inspection, 'state' | 'refresh'>,
  slot: string,
): Promise<boolean> => {
  const isKnown = () => {
    const { shots } = state.peek().session;
    return shots.length === 0 || shots.some((shot) => shot.slot === slot);
  };
  if (isKnown()) return true;
  await refresh();
  return isKnown();
};
