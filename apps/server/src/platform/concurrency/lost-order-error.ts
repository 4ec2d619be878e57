/** What did an order ended before it answered. Nothing came of the order: it may be given again. */
export class LostOrderError extends Error {
  override name = 'LostOrderError';
}
