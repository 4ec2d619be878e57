/**
 * The items of a list, with the place where it stands. Parallel `next()` calls give different items in
 * order; one after a failure asks for the same page again.
 *
 * @example
 * ```ts
 * const sessions = client.sessions.list({ status: 'closed' }, { resume })[Symbol.asyncIterator]();
 * for await (const session of sessions) {
 *   await archive(session);
 *   await save(sessions.checkpoint());
 * }
 * ```
 */
export interface ItemIterator<T> extends AsyncIterableIterator<T> {
  /**
   * The place after the last item that was given: opaque text, safe to store, at most a few kB. Give it
   * as `resume` to the same list to go on from there, however the iteration ended.
   */
  checkpoint(): string;
}
