/** `message` names the obstacle, as the end of a sentence. */
export class LocationStaysError extends Error {
  override name = 'LocationStaysError';
}
