import type { EvidenceRow } from './evidence-view.ts';

/**
 * Judges, under the session's lock, whether prepared bytes may be recorded: their location needs a consent that was
 * there when the upload began, was never withdrawn since, and is there now. If it was not noted at the beginning, the
 * present consent decides.
 *
 * @param gps the present consent to the location: the photographer's, or that of everybody whom a recording holds
 * @throws {LocationWithdrawnError} for bytes that were prepared with their location
 */
export const judgeLocation = (
  { keepsLocation }: { keepsLocation: boolean },
  { keeps_place }: Pick<EvidenceRow, 'keeps_place'>,
  gps: string,
): void => {
  if (keepsLocation && !(mayKeepLocation({ keeps_place }) && gps === 'granted'))
    throw new LocationWithdrawnError();
};

export const mayKeepLocation = ({ keeps_place }: Pick<EvidenceRow, 'keeps_place'>): boolean =>
  keeps_place ?? true;

// Thrown in a transaction that would record a location after its consent was withdrawn.
class LocationWithdrawnError extends Error {
  override name = 'LocationWithdrawnError';
}

/** Runs `work` again without the location where its consent was withdrawn meanwhile. */
export const redoWithoutLocation = async <Result>(
  keepsLocation: boolean,
  work: (keepsLocation: boolean) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(keepsLocation);
  } catch (error) {
    if (!(error instanceof LocationWithdrawnError)) throw error;
    return work(false);
  }
};
