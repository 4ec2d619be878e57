import type { Inspection } from '../inspection.ts';

/**
 * True if the session takes photos of a shot: any word is one where it asks for none. The operator may have added the
 * shot a moment ago, so the service is asked about an unknown one.
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
