/** The place can't be taken out of a file. `message` names the obstacle, as the end of a sentence. */
export class PlaceStaysError extends Error {
  override name = 'PlaceStaysError';
}
