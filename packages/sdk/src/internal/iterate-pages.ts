interface Linked<P> {
  getNextPage(): Promise<P | null>;
}

interface Filled<T> extends Linked<Filled<T>> {
  readonly data: readonly T[];
}

/** The first page and all after it. */
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

/** The items of the first page and of all after it. Empty pages are passed over. */
export function iterateItems<T>(loadFirst: () => Promise<Filled<T>>): AsyncIterableIterator<T> {
  const pages = iteratePages(loadFirst);
  let items: Iterator<T> = [].values();
  return createIterator(async () => {
    for (;;) {
      const item = items.next();
      if (!item.done) return item;
      const page = await pages.next();
      if (page.done) return null;
      items = page.value.data.values();
    }
  });
}

/**
 * An iterator whose `next()` calls wait for each other, so that parallel ones get different items in
 * order. Unlike an async generator it survives an error: the next `next()` pulls again.
 */
function createIterator<T>(pull: () => Promise<{ value: T } | null>): AsyncIterableIterator<T> {
  let tail: Promise<unknown> = Promise.resolve();
  let isDone = false;
  const step = async (): Promise<IteratorResult<T, undefined>> => {
    const pulled = isDone ? null : await pull();
    isDone ||= pulled === null;
    return pulled === null ? { done: true, value: undefined } : { done: false, value: pulled.value };
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
