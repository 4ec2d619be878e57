import { createTransport } from './client/transport.ts';
import { type RateLimit, watchRateLimit } from './http/rate-limit.ts';
import { checkOptions } from './requests/check-options.ts';
import type { ClientOptions } from './requests/options.ts';
import { CLIENT_OPTIONS, readSettings } from './requests/read-settings.ts';
import { Resources } from './resources/resources.ts';

/**
 * The client of the Field Inspection Service. One instance serves a whole process; it holds no
 * connection of its own.
 *
 * @example
 * ```ts
 * const client = new FieldInspection({
 *   apiKey: process.env.FIELD_INSPECTION_API_KEY,
 *   baseUrl: 'https://inspections.example.com',
 * });
 * const session = await client.sessions.create({ notes: 'Roof, north side' });
 * ```
 */
export class FieldInspection extends Resources {
  readonly #options: ClientOptions;
  readonly #readRateLimit: () => RateLimit | null;

  /**
   * @throws {UsageError} when the key or the base URL is missing, an option is not valid, or `session` is
   *   used with a key, outside a browser or on a page of another origin
   */
  constructor(options: ClientOptions = {}) {
    checkOptions(options, CLIENT_OPTIONS);
    const settings = readSettings(options ?? {});
    const { fetch, readLast } = watchRateLimit(settings.fetch);
    super(createTransport({ ...settings, fetch }));
    this.#options = options;
    this.#readRateLimit = readLast;
  }

  /**
   * The rate limit as the last reply told it, refusals included; `null` before the first. Another client,
   * also one by `withOptions`, keeps its own.
   *
   * @example
   * ```ts
   * const { rateLimit } = client;
   * if (rateLimit?.remaining === 0) console.log('the next request fits in at', rateLimit.reset);
   * ```
   */
  get rateLimit(): RateLimit | null {
    return this.#readRateLimit();
  }

  /** Another client with some options changed, for a tenant's key or a patient batch job. */
  withOptions(options: ClientOptions): FieldInspection {
    return createClient({ ...this.#options, ...options });
  }
}

// Outside of the class: bundlers rename one that names itself, in stack traces and when it is printed.
const createClient = (options: ClientOptions) => new FieldInspection(options);
