import type { EvidenceRow } from './evidence-view.ts';

/**
 * Judges, under the lock of the session, whether what was prepared may be recorded: the place needs a consent that
 * was there when the upload began, was never withdrawn since, and is there now. Where it was not noted at the beginning,
 * the consent of now decides.
 *
 * @param gps the consent to the place as it is now: of who photographed, or of everybody whom a recording holds
 * @throws {PlaceWithdrawnError} for bytes that were prepared with their place
 */
export const judgePlace = (
  { keepsPlace }: { keepsPlace: boolean },
  { keeps_place }: Pick<EvidenceRow, 'keeps_place'>,
  gps: string,
): void => {
  if (keepsPlace && !(mayKeepPlace({ keeps_place }) && gps === 'granted')) throw new PlaceWithdrawnError();
};

/** Whether the place of an upload is kept as far as its row tells; `judgePlace` has the last word. */
export const mayKeepPlace = ({ keeps_place }: Pick<EvidenceRow, 'keeps_place'>): boolean =>
  keeps_place ?? true;

// Thrown in a transaction that would record a place whose consent was withdrawn meanwhile.
class PlaceWithdrawnError extends Error {
  override name = 'PlaceWithdrawnError';
}

/** Runs `work`; where the consent to the place was withdrawn meanwhile, once more without it. It never comes back. */
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
