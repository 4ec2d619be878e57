// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { LocaleInput } from './sessions.ts';

/** `client.branding` */
export class BrandingResource {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the branding.
   *
   * Its ETag goes back as `If-Match` with a change.
   *
   * Scope: `branding:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const branding = await client.branding.get();
   * ```
   */
  get(options?: RequestOptions): ApiPromise<Branding> {
    return this.#transport.get(path`/v1/branding`, { options });
  }

  /**
   * Change the branding.
   *
   * With `If-Match` it is changed only as long as nobody has changed it since; else the answer is 412,
   * and nothing is lost. Without it the last change wins, field by field.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `domain.not_in_plan`, `domain.taken`, `idempotency_in_flight`,
   * `idempotency_key_reused`, `internal_error`, `payload_too_large`, `permission_denied`,
   * `precondition_failed`, `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const branding = await client.branding.update({ display_name: 'Example Surveyors' });
   * ```
   */
  update(body: UpdateBrandingBody, options?: WriteOptions): ApiPromise<Branding> {
    return this.#transport.patch(path`/v1/branding`, { body, options });
  }

  /**
   * Verify the domain.
   *
   * Looks for the TXT record that `domain.record` names. Once it is there, links go over the domain, and
   * no other organisation can verify it.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `domain.not_in_plan`, `domain.not_verified`, `domain.taken`,
   * `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `payload_too_large`,
   * `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const branding = await client.branding.verifyDomain();
   * ```
   */
  verifyDomain(options?: WriteOptions): ApiPromise<Branding> {
    return this.#transport.post(path`/v1/branding/domain/verify`, { options });
  }

  /**
   * Preview a change of the branding.
   *
   * Shows what the change would look like, and refuses what it would be refused for. Nothing is stored,
   * under an Idempotency-Key neither.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const brandingPreview = await client.branding.preview({ display_name: 'Example Surveyors' });
   * ```
   */
  preview(body?: PreviewBrandingBody, options?: WriteOptions): ApiPromise<BrandingPreview> {
    return this.#transport.post(path`/v1/branding/preview`, { body, options });
  }

  /**
   * Set the logo.
   *
   * It is drawn to a PNG of at most 1024 pixels a side, and that is what is kept and shown. An SVG may
   * hold shapes and gradients only; texts in it have to be outlines.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const branding = await client.branding.setLogo({ image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' });
   * ```
   */
  setLogo(body: SetLogoBody, options?: WriteOptions): ApiPromise<Branding> {
    return this.#transport.put(path`/v1/branding/logo`, { body, options });
  }

  /**
   * Delete the logo.
   *
   * The name stands in its place. Without a logo nothing changes.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const branding = await client.branding.deleteLogo();
   * ```
   */
  deleteLogo(options?: WriteOptions): ApiPromise<Branding> {
    return this.#transport.delete(path`/v1/branding/logo`, { options });
  }
}

/** How the organisation looks to the people it invites */
export interface Branding {
  /** The name that is shown; empty: the organisation's */
  display_name: string;
  /** Who e-mails are from, beside the address of this service; empty: as it is set up */
  sender_name: string;
  /** Plain text below pages and e-mails; empty when absent */
  footer: string;
  /** The imprint of the organisation, or null */
  imprint_url: string | null;
  /** Its privacy policy, or null */
  privacy_url: string | null;
  colours: BrandColours;
  logo: BrandLogo | null;
  domain: BrandDomain | null;
  /** Counts the changes. The ETag is this number in quotes, as `"3"` */
  version: number;
  /** null before the first change */
  updated_at: string | null;
}

/** null: the service's own */
export interface BrandColours {
  /** Of buttons and links; null for ours */
  primary: string | null;
  /** Behind a page; null for ours */
  background: string | null;
}

/** The logo as it is shown */
export interface BrandLogo {
  /** A PNG that this service has drawn; anybody may load it, and it never changes */
  url: string;
  /** In pixels */
  width: number;
  /** In pixels */
  height: number;
}

/** The domain of the organisation's links */
export interface BrandDomain {
  /** In lower case, and in Punycode where it has other letters than those of ASCII */
  name: string;
  /** Whether the TXT record was found: only then links go over the domain, and it is served */
  verified: boolean;
  record: BrandDomainRecord;
  /**
   * Since when the TXT record of a verified domain is missing, as the look of every day finds; null
   * while it is there. Where it is still missing a day later, the domain is not verified any more
   */
  missing_since: string | null;
}

/** The record to set in the DNS of the domain */
export interface BrandDomainRecord {
  /** The type of the record */
  type: 'TXT';
  /** Where the record stands */
  name: string;
  /** The text of the record */
  value: string;
}

/** What changes; what is left out stays */
export interface UpdateBrandingBody {
  /** Empty: the organisation's name */
  display_name?: string | undefined;
  /** Who e-mails are from; empty: as this service is set up */
  sender_name?: string | undefined;
  /** Plain text of several lines; empty for none */
  footer?: string | undefined;
  /** https only; null for none */
  imprint_url?: string | null | undefined;
  /** https only; null for none */
  privacy_url?: string | null | undefined;
  /**
   * A host name of yours for the links. It is used once it is verified; another one than before begins
   * anew, and null goes back to the service's own host
   */
  domain?: string | null | undefined;
  colours?: UpdateBrandColours | undefined;
}

/** A colour that is left out stays */
export interface UpdateBrandColours {
  /**
   * Of buttons and links. Needs a contrast of 4.5 : 1 to white (WCAG 2 AA). Dark pages show it
   * lightened. null: the own one of the service
   */
  primary?: string | null | undefined;
  /**
   * Behind light pages and e-mails. Needs a contrast of 4.5 : 1 to #4a5563 (WCAG 2 AA). null: the own
   * one of the service
   */
  background?: string | null | undefined;
}

/** What would change; what is left out is shown as it is */
export interface PreviewBrandingBody {
  /** Empty: the organisation's name */
  display_name?: string | undefined;
  /** Who e-mails are from; empty: as this service is set up */
  sender_name?: string | undefined;
  /** Plain text of several lines; empty for none */
  footer?: string | undefined;
  /** https only; null for none */
  imprint_url?: string | null | undefined;
  /** https only; null for none */
  privacy_url?: string | null | undefined;
  colours?: UpdateBrandColours | undefined;
  /** Of the page and the e-mail; by default the organisation's */
  locale?: LocaleInput | undefined;
}

/** How a change of the branding would look */
export interface BrandingPreview {
  /** Of each colour that the change names */
  contrasts: BrandContrast[];
  /** The page behind the link as one HTML document, for an iframe with `sandbox` and `srcdoc` */
  join_page: string;
  /** An invitation by e-mail, the same way. Names, link and dates in it are examples */
  email: string;
}

/** How well a colour of the brand can be read */
export interface BrandContrast {
  /** Which of the two colours */
  colour: 'primary' | 'background' | NewerValue;
  /** The colour itself */
  value: string;
  /** What it is judged against */
  against: string;
  /** As WCAG 2 computes it, to one */
  ratio: number;
  /** The least contrast that is taken (WCAG) */
  needed: number;
}

/** The logo to show */
export interface SetLogoBody {
  /**
   * A PNG or a JPEG of at most 1 MiB, or an SVG of at most 256 KiB, in base64. Which of them it is, its
   * bytes tell
   */
  image: string;
}
