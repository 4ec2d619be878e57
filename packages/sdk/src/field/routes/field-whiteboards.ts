// Generated from packages/contract by pnpm gen; do not edit.

import type { Drawing } from './field-evidence.ts';
import type { FieldTransport } from '../transport/field-transport.ts';
import type { ApiPromise } from '../../requests/api-promise.ts';
import type { WriteOptions } from '../../requests/options.ts';
import { path } from '../../requests/route-path.ts';
import type { Whiteboard } from '../../resources/whiteboards.ts';

/** `field.whiteboards` */
export class FieldWhiteboards {
  readonly #transport: FieldTransport;

  /** @internal */
  constructor(transport: FieldTransport) {
    this.#transport = transport;
  }

  /**
   * Create a whiteboard.
   *
   * Its first version.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `quota_reached`, `rate_limited`, `request_timeout`, `session.already_ended`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const whiteboard = await field.whiteboards.create({ drawing });
   * ```
   */
  create(body: CreateWhiteboardBody, options?: WriteOptions): ApiPromise<Whiteboard> {
    return this.#transport.post(path`/v1/field/whiteboards`, { body, options });
  }

  /**
   * Save a version of a whiteboard.
   *
   * Versions are kept. Saving over a version that you have not seen answers 409.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `quota_reached`, `rate_limited`, `request_timeout`, `session.already_ended`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`, `version_conflict`
   *
   * @example
   * ```ts
   * const whiteboard = await field.whiteboards.update(whiteboardId, { version: 2, drawing });
   * ```
   */
  update(whiteboardId: string, body: UpdateWhiteboardBody, options?: WriteOptions): ApiPromise<Whiteboard> {
    return this.#transport.patch(path`/v1/field/whiteboards/${{ whiteboardId }}`, { body, options });
  }
}

/** The first version of a whiteboard */
export interface CreateWhiteboardBody {
  /** Empty unless given */
  title?: string | undefined;
  drawing: Drawing;
}

/** The next version of a whiteboard */
export interface UpdateWhiteboardBody extends CreateWhiteboardBody {
  /** The version that this one follows; another has been saved meanwhile: 409 */
  version: number;
}
