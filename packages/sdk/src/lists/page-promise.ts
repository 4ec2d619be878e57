import { UsageError } from '../errors/field-inspection-error.ts';
import { ApiPromise } from '../requests/api-promise.ts';
import type { Exchange } from '../requests/send-request.ts';
import type { Position } from './checkpoint.ts';
import { type ItemIterator, iterateItems, iteratePages } from './iterate-pages.ts';
import type { Page } from './page.ts';

interface Plan {
  pageSize?: number;
  isSent: boolean;
  refusal?: UsageError;
}

/** @internal */
export interface ListCall<T> {
  send(pageSize: number | undefined, wantsBody: () => boolean): Promise<Exchange>;
  parse(exchange: Exchange): Page<T>;
  reload(): Promise<Page<T>>;
  start(): Position;
  writeCheckpoint(position: Position): string;
}

const LARGEST_PAGE = 100;

/**
 * A list on its way: a promise of its first page, and all its items for `for await`.
 *
 * @example
 * ```ts
 * for await (const session of client.sessions.list({ limit: 50 })) console.log(session.id);
 * const newest = await client.sessions.list().toArray({ limit: 200 });
 * ```
 */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  readonly #plan: Plan;
  readonly #call: ListCall<T>;

  /** @internal */
  constructor(call: ListCall<T>) {
    const plan: Plan = { isSent: false };
    super(
      (wantsBody) => {
        if (plan.refusal) throw plan.refusal;
        plan.isSent = true;
        return call.send(plan.pageSize, wantsBody);
      },
      (exchange) => call.parse(exchange),
    );
    this.#plan = plan;
    this.#call = call;
  }

  /** All pages from the first on. A `next()` after a failed one asks for the same page again. */
  iterPages(): AsyncIterableIterator<Page<T>> {
    return iteratePages(this.#loadFirst());
  }

  /** All items, page after page; with `resume` those that are left. */
  [Symbol.asyncIterator](): ItemIterator<T> {
    const { start, writeCheckpoint: write } = this.#call;
    return iterateItems(this.#loadFirst(), { start, write });
  }

  /**
   * The first `limit` items. No more pages are asked for than it takes; unless the query names a
   * page size, they are as large as is useful.
   *
   * @param options.limit the most items to return, at least 1: without it a long list would fill the memory
   */
  async toArray(options: { limit: number }): Promise<T[]> {
    const limit = options?.limit;
    if (!Number.isSafeInteger(limit) || limit < 1) {
      const refusal = new UsageError('toArray needs { limit }: a whole number from 1');
      // A wrong call sends nothing, and nobody waits for the list itself.
      this.#plan.refusal = refusal;
      this.catch(() => {});
      throw refusal;
    }
    if (!this.#plan.isSent) this.#plan.pageSize = Math.min(limit, LARGEST_PAGE);
    const items: T[] = [];
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }

  #loadFirst(): () => Promise<Page<T>> {
    let load = (): Promise<Page<T>> => {
      load = () => this.#call.reload();
      return this;
    };
    return () => load();
  }
}
