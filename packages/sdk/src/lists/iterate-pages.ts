import type { Position } from './checkpoint.ts';

/**
 * The items of a list, with the position where it stands. Parallel `next()` calls give different items in
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
   * The position after the last item that was given: opaque text, safe to store, at most a few kB. Give it
   * as `resume` to the same list to go on from there, however the iteration ended.
   */
  checkpoint(): string;
}

interface Linked<P> {
  getNextPage(): Promise<P | null>;
}

interface Filled<T> extends Linked<Filled<T>> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

export function iteratePages<P extends Linked<P>>(loadFirst: () => Promise<P>): AsyncIterableIterator<P> {
  let load: () => Promise<P | null> = loadFirst;
  return createIterator(async () => {
    // `load` moves on only once the page is here: after a failure the same page is asked for again.
    const page = await load();
    if (page === null) return null;
    load = () => page.getNextPage();
    return { value: page };
  });
}

/** Empty pages are passed over. */
export function iterateItems<T>(
  loadFirst: () => Promise<Filled<T>>,
  { start, write }: { start: () => Position; write: (position: Position) => string },
): ItemIterator<T> {
  const pages = iteratePages(loadFirst);
  let page: Filled<T> | undefined;
  let items: Iterator<T> = [].values();
  let cursor: string | null = null;
  let given: string[] = [];
  // Items that a resumed iteration must not repeat. New items push old ones onto later pages, so the set outlives the
  // page.
  const skipped = new Set<string>();
  const iterator = createIterator(async () => {
    for (;;) {
      const item = items.next();
      if (item.done) {
        const next = await pages.next();
        if (next.done) return null;
        cursor = page ? page.nextCursor : begin();
        page = next.value;
        items = page.data.values();
        given = [];
      } else {
        const id = identify(item.value);
        given.push(id);
        if (!skipped.delete(id)) return item;
      }
    }
  });
  const begin = () => {
    const position = start();
    for (const id of position.given) skipped.add(id);
    return position.cursor;
  };
  return Object.assign(iterator, {
    checkpoint: () => write(page ? { cursor, given: [...skipped, ...given] } : start()),
  });
}

const identify = (item: unknown) => String((item as { id?: unknown } | null)?.id);

/**
 * `next()` calls wait for each other, so that parallel ones get different items in order. Unlike an async generator it
 * survives an error: the next `next()` pulls again.
 */
function createIterator<T>(pull: () => Promise<{ value: T } | null>): AsyncIterableIterator<T> {
  let tail: Promise<unknown> = Promise.resolve();
  let isDone = false;
  const step = async (): Promise<IteratorResult<T, undefined>> => {
    const pulled = isDone ? null : await pull();
    isDone ||= !pulled;
    return pulled ? { done: false, value: pulled.value } : { done: true, value: undefined };
  };
  return {
    next() {
      const result = tail.then(step);
      tail = result.catch(() => {});
      return result;
    },
    async return() {
      isDone = true;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
