// Generated from packages/contract by pnpm gen; do not edit.

import type { Content } from '../transport/content.ts';
import type { FieldTransport } from '../transport/field-transport.ts';
import type { PagePromise } from '../../lists/page-promise.ts';
import type { ApiPromise } from '../../requests/api-promise.ts';
import type { ListOptions, WriteOptions } from '../../requests/options.ts';
import { path } from '../../requests/route-path.ts';
import type { Evidence } from '../../resources/evidence.ts';
import type { LocaleInput } from '../../resources/sessions.ts';

/** `field.evidence` */
export class FieldEvidence {
  readonly #transport: FieldTransport;

  /** @internal */
  constructor(transport: FieldTransport) {
    this.#transport = transport;
  }

  /**
   * List the session's evidence.
   *
   * Of all participants, newest first. `gps` is shown of what the caller has captured; of what others
   * have, it is null.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const evidence of field.evidence.list({ limit: 50 })) {
   *   console.log(evidence);
   * }
   * ```
   */
  list(query?: ListFieldEvidenceQuery, options?: ListOptions): PagePromise<Evidence> {
    return this.#transport.list(path`/v1/field/evidence`, { query, options });
  }

  /**
   * Send a photo.
   *
   * In one request, with the image as the body; over a bad network use the resumable uploads. What kind
   * of picture it is, its bytes say: `Content-Type` may name another one. A `Content-Digest` (RFC 9530,
   * sha-256) is compared.
   *
   * @throws {ApiError} `checksum_mismatch`, `consent_required`, `evidence_invalid`,
   * `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `payload_too_large`,
   * `quota_reached`, `rate_limited`, `request_timeout`, `session.already_ended`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const evidence = await field.evidence.createPhoto(photo);
   * ```
   */
  createPhoto(
    content: Content,
    query?: CreatePhotoFieldEvidenceQuery,
    options?: WriteOptions,
  ): ApiPromise<Evidence> {
    return this.#transport.sendContent(path`/v1/field/photos`, { query, content, options });
  }

  /**
   * Annotate a photo.
   *
   * A drawing on a photo of this session; the photo itself stays as it is.
   *
   * @throws {ApiError} `evidence_not_ready`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `quota_reached`, `rate_limited`,
   * `request_timeout`, `session.already_ended`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const evidence = await field.evidence.createAnnotation({ evidence: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', drawing });
   * ```
   */
  createAnnotation(body: CreateAnnotationBody, options?: WriteOptions): ApiPromise<Evidence> {
    return this.#transport.post(path`/v1/field/annotations`, { body, options });
  }

  /**
   * Sign on site.
   *
   * Keeps what the field person drew with a finger, together with the statement that they were shown.
   * Signing again keeps both; the last one counts.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `quota_reached`, `rate_limited`, `request_timeout`, `session.already_ended`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const evidence = await field.evidence.createSignature({ name: 'Ada Lovelace', statement: 'I was there, and what was captured is complete.', locale: 'pt-BR', drawing });
   * ```
   */
  createSignature(body: CreateSignatureBody, options?: WriteOptions): ApiPromise<Evidence> {
    return this.#transport.post(path`/v1/field/signature`, { body, options });
  }
}

export interface ListFieldEvidenceQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface CreatePhotoFieldEvidenceQuery {
  /** By the device's clock; else what the photo says */
  captured_at?: string | undefined;
  /** What the picture was asked for: one of the session's `shots`, where it has any */
  slot?: string | undefined;
  /** Degrees north, with lon */
  lat?: number | undefined;
  /** Degrees east, with lat */
  lon?: number | undefined;
  /** Radius of the place in metres */
  accuracy?: number | undefined;
}

/** What is drawn, and on which photo */
export interface CreateAnnotationBody {
  /** The photo */
  evidence: string;
  drawing: Drawing;
  /** By the device's clock */
  captured_at?: string | undefined;
}

/** The strokes of a whiteboard, of an annotation or of a signature */
export interface Drawing {
  /** Of the canvas, in its units */
  width: number;
  /** Of the canvas, in its units */
  height: number;
  /** In the order in which they were drawn, up to 2,000 */
  strokes: DrawingStroke[];
}

/** One stroke of a drawing */
export type DrawingStroke =
  PenStroke | HighlighterStroke | LineStroke | ArrowStroke | RectangleStroke | EllipseStroke | TextStroke;

/** Drawn freely; its thickness follows the pressure, or the speed without one */
export interface PenStroke {
  /** With which it is drawn */
  tool: 'pen';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** The path, from its beginning */
  points: ([number, number] | [number, number, number])[];
}

/** Drawn freely, evenly thick; what is below shows through */
export interface HighlighterStroke {
  /** With which it is drawn */
  tool: 'highlighter';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** The path, from its beginning */
  points: [number, number][];
}

/** A straight line */
export interface LineStroke {
  /** With which it is drawn */
  tool: 'line';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** Both ends */
  points: [[number, number], [number, number]];
}

/** A straight line with a head at its second end */
export interface ArrowStroke {
  /** With which it is drawn */
  tool: 'arrow';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** The tail, and the tip */
  points: [[number, number], [number, number]];
}

/** The outline of a rectangle */
export interface RectangleStroke {
  /** With which it is drawn */
  tool: 'rectangle';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** Two opposite corners */
  points: [[number, number], [number, number]];
}

/** The outline of an ellipse */
export interface EllipseStroke {
  /** With which it is drawn */
  tool: 'ellipse';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** Two opposite corners of what it fits in */
  points: [[number, number], [number, number]];
}

/** A text */
export interface TextStroke {
  /** With which it is drawn */
  tool: 'text';
  /** Red, green and blue */
  color: string;
  /** Thickness, in units of the canvas; of a text its height */
  size: number;
  /** Its upper left corner */
  points: [[number, number]];
  /** May hold line breaks; is not wrapped */
  text: string;
}

/** What a field person signs, and how */
export interface CreateSignatureBody {
  /** With which they sign */
  name: string;
  /** What they were shown and sign, word for word */
  statement: string;
  /** The statement's language */
  locale: LocaleInput;
  drawing: Drawing;
  /** By the device's clock */
  captured_at?: string | undefined;
}
