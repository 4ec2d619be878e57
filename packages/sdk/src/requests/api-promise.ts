import { UsageError } from '../errors/field-inspection-error.ts';
import type { Attempt } from '../errors/request-error.ts';
import { type Deprecation, readDeprecation } from '../http/deprecation.ts';
import { type RateLimit, readRateLimit } from '../http/rate-limit.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { Exchange } from './send-request.ts';

/** Result with the response around it. */
export interface ApiResult<T> {
  readonly data: T;
  /** Its body has been read. */
  readonly response: WebResponse;
  /** Id by which the service's operators find the request. */
  readonly requestId: string | null;
  /** The key that a write was sent under; `null` for reads. */
  readonly idempotencyKey: string | null;
  readonly rateLimit: RateLimit | null;
  /** `null` for a route that stays. */
  readonly deprecation: Deprecation | null;
  /** Every try, oldest first. */
  readonly attempts: readonly Attempt[];
}

/**
 * A call on its way: a promise of the parsed result that can also give what came around it. The call
 * is sent whether or not anybody waits for it.
 *
 * @example
 * ```ts
 * const session = await client.sessions.get(sessionId);
 * const { data, requestId } = await client.sessions.get(sessionId).withResponse();
 * ```
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #exchange: Promise<Exchange>;
  readonly #result: Promise<ApiResult<T>>;
  #wantsBody = true;

  /** @internal */
  constructor(send: (wantsBody: () => boolean) => Promise<Exchange>, parse: (exchange: Exchange) => T) {
    // The request waits a turn, since asResponse() and toArray() change it.
    this.#exchange = Promise.resolve().then(() => send(() => this.#wantsBody));
    this.#result = this.#exchange.then((exchange) => ({
      data: parse(exchange),
      response: exchange.response,
      requestId: exchange.response.headers.get('request-id'),
      idempotencyKey: exchange.idempotencyKey,
      rateLimit: readRateLimit(exchange.response.headers),
      deprecation: readDeprecation(exchange.response.headers),
      attempts: exchange.attempts,
    }));
  }

  /** The result with the reply's request id, headers, rate limit and the attempts it took. */
  withResponse(): Promise<ApiResult<T>> {
    return this.#result;
  }

  /**
   * The reply itself with its body unread, for streams; refusals still throw. Must be called where
   * the call is made, before anything is awaited: `await client.sessions.get(id).asResponse()`.
   * The time limit ends with the headers; the signal ends the body too.
   */
  async asResponse(): Promise<WebResponse> {
    this.#wantsBody = false;
    this.#result.catch(() => {});
    const { response, text } = await this.#exchange;
    if (text === null) return response;
    throw new UsageError('asResponse() came too late: call it before any await');
  }

  then<Done = T, Failed = never>(
    onDone?: ((value: T) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#result.then(({ data }) => data).then(onDone, onFailed);
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<T | Failed> {
    return this.then(null, onFailed);
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return this.then().finally(onSettled);
  }
}
