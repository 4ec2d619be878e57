// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { ScopeName } from './credentials.ts';
import type { AddendaAnchor, AuditEntry } from './evidence.ts';
import type { MemberRole } from './members.ts';
import type { Locale, LocaleInput } from './sessions.ts';

/** `client.org` */
export class Org {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the organisation.
   *
   * That of the API key. `GET /v1/org/plan` says what its plan includes and what is used of it.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const organisation = await client.org.get();
   * ```
   */
  get(options?: RequestOptions): ApiPromise<Organisation> {
    return this.#transport.get(path`/v1/org`, { options });
  }

  /**
   * Change the organisation.
   *
   * Its name, its locale and the time zone in which times are printed. It has no ETag: with an
   * `If-Match` other than `*` the answer is 412, and nothing is changed.
   *
   * Scope: `org:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const organisation = await client.org.update({ name: 'Acme Inspections' });
   * ```
   */
  update(body: UpdateOrganisationBody, options?: WriteOptions): ApiPromise<Organisation> {
    return this.#transport.patch(path`/v1/org`, { body, options });
  }

  /**
   * Get the roles.
   *
   * Each with its scopes; the same for every organisation.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const roleList = await client.org.getRoles();
   * ```
   */
  getRoles(options?: RequestOptions): ApiPromise<RoleList> {
    return this.#transport.get(path`/v1/org/roles`, { options });
  }

  /**
   * List the organisation's own chain.
   *
   * What was done to members, settings, keys, branding, plan, retention and exports. Last entry first;
   * from the first on it verifies as the chain of a session does.
   *
   * Scope: `audit:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const auditEntry of client.org.listAudit({ limit: 50 })) {
   *   console.log(auditEntry);
   * }
   * ```
   */
  listAudit(query?: ListAuditOrgQuery, options?: ListOptions): PagePromise<AuditEntry> {
    return this.#transport.list(path`/v1/org/audit`, { query, options });
  }

  /**
   * Get the head of the organisation's own chain.
   *
   * With the tokens of the timestamp authorities, which see it once a day when it grew.
   *
   * Scope: `audit:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const orgChainHead = await client.org.getAuditHead();
   * ```
   */
  getAuditHead(options?: RequestOptions): ApiPromise<OrgChainHead> {
    return this.#transport.get(path`/v1/org/audit/head`, { options });
  }

  /**
   * Rotate the callback secret.
   *
   * Returns a new secret, this once; the old one stays valid for 24 hours.
   *
   * Scope: `org:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const callbackSecret = await client.org.rotateCallbackSecret();
   * ```
   */
  rotateCallbackSecret(options?: WriteOptions): ApiPromise<CallbackSecret> {
    return this.#transport.post(path`/v1/org/callback-secret`, { options });
  }
}

export interface ListAuditOrgQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** The organisation of the API key */
export interface Organisation {
  /** UUID */
  id: string;
  /** As people read it in messages and reports */
  name: string;
  plan: PlanName | NewerValue;
  subscription_status: SubscriptionState | NewerValue;
  locale: Locale | NewerValue;
  /** Of the IANA database */
  time_zone: string;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** What is paid for */
export type PlanName = 'free' | 'pilot' | 'pro' | 'enterprise';

/** `trialing` and `active` create inspections; the other two do everything but that */
export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'canceled';

/** What changes of the organisation */
export interface UpdateOrganisationBody {
  /** 1 to 200 characters */
  name?: string | undefined;
  locale?: LocaleInput | undefined;
  /** A name of the IANA database, in whichever case */
  time_zone?: string | undefined;
}

/** The roles, from the widest to the narrowest */
export interface RoleList {
  /** All of them */
  data: Role[];
  /** false: the list is whole */
  has_more: boolean;
  /** null: the list is whole */
  next_cursor: string | null;
}

/** What a member may do */
export interface Role {
  name: MemberRole | NewerValue;
  /** What a member of this role may do */
  scopes: (ScopeName | NewerValue)[];
}

/** The head of the organisation's own chain, and its anchors */
export interface OrgChainHead {
  /** `hash` of the last entry; null while there is none */
  head: string | null;
  /** How many entries there are */
  length: number;
  /** Of each authority the last token, and a try after that which has none yet */
  anchors: AddendaAnchor[];
}

/** The new secret of callbacks */
export interface CallbackSecret {
  /** whsec_…; shown only here */
  signing_secret: string;
  /** Until when the one before signs too; null when there was none */
  previous_expires_at: string | null;
}
