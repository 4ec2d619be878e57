import type { ClientOptions } from './core/options.ts';
import { readSettings } from './internal/read-settings.ts';
import { createTransport } from './internal/transport.ts';
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

  /** @throws {UsageError} when the key or the base URL is missing, or an option is not valid */
  constructor(options: ClientOptions = {}) {
    super(createTransport(readSettings(options)));
    this.#options = options;
  }

  /** Another client with some options changed, for a tenant's key or a patient batch job. */
  withOptions(options: ClientOptions): FieldInspection {
    return new FieldInspection({ ...this.#options, ...options });
  }
}
