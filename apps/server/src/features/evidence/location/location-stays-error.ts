export class LocationStaysError extends Error {
  override name = 'LocationStaysError';
}
