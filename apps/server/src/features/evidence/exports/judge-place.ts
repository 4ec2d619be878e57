import type { EvidenceRow } from './evidence-view.ts';

/**
 * Judges, under the session's lock, whether prepared bytes may be recorded: their place needs a consent that was there
 * when the upload began, was never withdrawn since, and is there now. If it was not noted at the beginning, the present
 * consent decides.
 *
 * @param gps the present consent to the place: the photographer's, or that of everybody whom a recording holds
 * @throws {PlaceWithdrawnError} for bytes that were prepared with their place
 */
export const judgePlace = (
  { keepsPlace }: { keepsPlace: boolean },
  { keeps_place }: Pick<EvidenceRow, 'keeps_place'>,
  gps: string,
): void => {
  if (keepsPlace && !(mayKeepPlace({ keeps_place }) && gps === 'granted')) throw new PlaceWithdrawnError();
};

/** Says whether an upload's row lets its place be kept; `judgePlace` has the last word. */
export const mayKeepPlace = ({ keeps_place }: Pick<EvidenceRow, 'keeps_place'>): boolean =>
  keeps_place ?? true;

// Thrown in a transaction that would record a place whose consent was withdrawn meanwhile.
class PlaceWithdrawnError extends Error {
  override name = 'PlaceWithdrawnError';
}

/** Runs `work`, and if the consent to the place was withdrawn meanwhile, runs it again without the place. */
export const redoWithoutPlace = async <Result>(
  keepsPlace: boolean,
  work: (keepsPlace: boolean) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(keepsPlace);
  } catch (error) {
    if (!(error instanceof PlaceWithdrawnError)) throw error;
    return work(false);
  }
};
