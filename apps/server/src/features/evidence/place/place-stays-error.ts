/** The place can't be taken out of a file. `message` is what stands in the way, as the end of a sentence. */
export class PlaceStaysError extends Error {
  override name = 'PlaceStaysError';
}
