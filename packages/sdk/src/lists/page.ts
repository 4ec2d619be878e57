import { brandError, FieldInspectionError } from '../errors/field-inspection-error.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Position } from './checkpoint.ts';
import { type ItemIterator, iterateItems, iteratePages } from './iterate-pages.ts';

/** The service named a cursor twice, or promised more without a cursor: following it would never end. */
export class PaginationLoopError extends FieldInspectionError {
  /** @internal */
  static override readonly $id = brandError(this, 'PaginationLoopError');
}

/**
 * The cursors that led to a page, newest first.
 * @internal
 */
export interface Trail {
  readonly cursor: string;
  readonly before: Trail | null;
}

/** @internal */
export interface PageInit<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | null;
  readonly trail: Trail | null;
  readonly loadPage: LoadPage<T>;
  readonly writeCheckpoint: (position: Position) => string;
}

/** @internal */
export type LoadPage<T> = (trail: Trail | null) => Promise<Page<T>>;

/**
 * Page of a list. It never changes: the next page is another object.
 *
 * @example
 * ```ts
 * const page = await client.sessions.list({ limit: 50 });
 * console.log(page.data.length, page.hasMore);
 * const next = await page.getNextPage();
 * ```
 */
export class Page<T> implements AsyncIterable<T> {
  declare readonly data: readonly T[];
  declare readonly hasMore: boolean;
  /** Give it as `cursor` to go on later, also in another process; `null` on the last page. */
  declare readonly nextCursor: string | null;
  declare readonly requestId: string | null;
  /** Rate limit that the page's reply told. */
  declare readonly rateLimit: RateLimit | null;
  readonly #trail: Trail | null;
  readonly #loadPage: LoadPage<T>;
  readonly #writeCheckpoint: (position: Position) => string;

  /** @internal */
  constructor({ trail, loadPage, writeCheckpoint, ...shown }: PageInit<T>) {
    this.#trail = trail;
    this.#loadPage = loadPage;
    this.#writeCheckpoint = writeCheckpoint;
    Object.freeze(shown.data);
    Object.freeze(Object.assign(this, shown));
  }

  /**
   * The page after this one, or `null` after the last. A page may be empty and yet not the last.
   *
   * @throws {PaginationLoopError} when the service names a cursor again
   */
  async getNextPage(): Promise<Page<T> | null> {
    if (!this.hasMore) return null;
    const cursor = this.nextCursor;
    if (cursor === null) throw new PaginationLoopError('The page has more, but names no cursor');
    for (let step = this.#trail; step; step = step.before) {
      if (step.cursor === cursor) throw new PaginationLoopError('The service named the same cursor twice');
    }
    return this.#loadPage({ cursor, before: this.#trail });
  }

  /** Iterates over this page and all after it. A `next()` after a failed one asks for the same page again. */
  iterPages(): AsyncIterableIterator<Page<T>> {
    return iteratePages<Page<T>>(async () => this);
  }

  /** The items of this page and of all after it. */
  [Symbol.asyncIterator](): ItemIterator<T> {
    const start = () => ({ cursor: this.#trail?.cursor ?? null, given: [] });
    return iterateItems(async () => this, { start, write: this.#writeCheckpoint });
  }
}
