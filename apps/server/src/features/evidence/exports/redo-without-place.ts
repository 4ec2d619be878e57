/** Thrown in a transaction that would record a place whose consent was withdrawn meanwhile. */
export class PlaceWithdrawnError extends Error {
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
