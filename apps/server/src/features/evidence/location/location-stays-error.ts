/** The location can't be taken out of a file. `message` names the obstacle, as the end of a sentence. */
export class LocationStaysError extends Error {
  override name = 'LocationStaysError';
}
