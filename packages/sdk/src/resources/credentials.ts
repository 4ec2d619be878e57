// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { MemberRole } from './members.ts';

/** `client.credentials` */
export class Credentials {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List credentials.
   *
   * Newest first, those that ended included, without their keys.
   *
   * Scope: `credentials:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const credential of client.credentials.list({ limit: 50 })) {
   *   console.log(credential);
   * }
   * ```
   */
  list(query?: ListCredentialsQuery, options?: ListOptions): PagePromise<Credential> {
    return this.#transport.list(path`/v1/org/credentials`, { query, options });
  }

  /**
   * Create a credential.
   *
   * The key is returned here and never again. Nobody grants more than they hold: scopes, networks, time
   * and requests a minute lie within those of your own key.
   *
   * Scope: `credentials:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const credential = await client.credentials.create({ name: 'Dispatch', scopes: ["sessions:read"] });
   * ```
   */
  create(body: CreateCredentialBody, options?: WriteOptions): ApiPromise<CredentialWithKey> {
    return this.#transport.post(path`/v1/org/credentials`, { body, options });
  }

  /**
   * Get a credential.
   *
   * Without its keys.
   *
   * Scope: `credentials:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const credential = await client.credentials.get(credentialId);
   * ```
   */
  get(credentialId: string, options?: RequestOptions): ApiPromise<Credential> {
    return this.#transport.get(path`/v1/org/credentials/${{ credentialId }}`, { options });
  }

  /**
   * Change a credential.
   *
   * Scopes stay as they were made. Networks and an end can be given to what you could have created
   * yourself, as it is then. Networks that would shut out the very key that sets them, from where it
   * calls, are refused.
   *
   * Scope: `credentials:write`.
   *
   * @throws {ApiError} `credential_ended`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const credential = await client.credentials.update(credentialId, { name: 'Dispatch' });
   * ```
   */
  update(credentialId: string, body: UpdateCredentialBody, options?: WriteOptions): ApiPromise<Credential> {
    return this.#transport.patch(path`/v1/org/credentials/${{ credentialId }}`, { body, options });
  }

  /**
   * Rotate the key of a credential.
   *
   * Returns a new key, this once; the one before stays valid for the overlap. A second rotation ends the
   * oldest at once. You need what the credential may do.
   *
   * Scope: `credentials:write`.
   *
   * @throws {ApiError} `credential_ended`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const credential = await client.credentials.rotate(credentialId, { overlap_hours: 24 });
   * ```
   */
  rotate(
    credentialId: string,
    body?: RotateCredentialBody,
    options?: WriteOptions,
  ): ApiPromise<CredentialWithKey> {
    return this.#transport.post(path`/v1/org/credentials/${{ credentialId }}/rotate`, { body, options });
  }

  /**
   * Revoke a credential.
   *
   * Ends all its keys and the places that they have in live rooms. Once this answers, nothing more
   * commits by them. The credential stays in the list.
   *
   * Scope: `credentials:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await client.credentials.revoke(credentialId);
   * ```
   */
  revoke(credentialId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(path`/v1/org/credentials/${{ credentialId }}`, { options, isVoid: true });
  }
}

export interface ListCredentialsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** Who calls the API by keys */
export interface Credential {
  /** UUID */
  id: string;
  /** What it is for, in your words */
  name: string;
  status: CredentialStatus | NewerValue;
  /** What its key may do */
  scopes: (ScopeName | NewerValue)[];
  /** The operator of what it creates */
  operator_email: string;
  /** Whom it acts for; null for a machine */
  member: string | null;
  /** Requests a minute */
  rate_limit: number;
  /** From where its keys are taken; empty: from anywhere */
  allowed_networks: string[];
  /** Its keys that are valid by themselves, the newest first: one, or two for the overlap of a rotation */
  keys: CredentialKey[];
  /** ISO 8601 timestamp */
  created_at: string;
  /** Written at most once a minute; null when it was never used */
  last_used_at: string | null;
  /**
   * When one of its keys last came from outside `allowed_networks`, written at most once a minute; null
   * when none did
   */
  last_refused_at: string | null;
  /** From where it came then */
  last_refused_address: string | null;
  /** null: it does not expire */
  expires_at: string | null;
  /** null while it is valid */
  revoked_at: string | null;
}

/** What has become of it. Of a member who is disabled an active one lets nobody in */
export type CredentialStatus = 'active' | 'revoked' | 'expired';

/** What a credential may be allowed to do */
export type ScopeName =
  | 'sessions:read'
  | 'sessions:write'
  | 'participants:read'
  | 'participants:write'
  | 'evidence:read'
  | 'recordings:read'
  | 'whiteboards:read'
  | 'audit:read'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'branding:read'
  | 'branding:write'
  | 'org:read'
  | 'org:write'
  | 'org:export'
  | 'members:write'
  | 'credentials:read'
  | 'credentials:write'
  | 'billing:write'
  | 'campaigns:read'
  | 'campaigns:write'
  | 'reports:write'
  | 'signatures:write'
  | 'retention:write';

/** An API key, as far as it may be shown */
export interface CredentialKey {
  /** The last four characters of the key; null for one that was made before they were kept */
  hint: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
  /** Until when it is valid; null for the newest one, which its credential alone ends */
  valid_until: string | null;
  /** Written at most once a minute; null when it was never used */
  last_used_at: string | null;
}

/** The credential to create */
export interface CreateCredentialBody {
  /** 1 to 200 characters */
  name: string;
  /**
   * What it may do, within what you may: a list of scopes, or the name of a role, as a string, for those
   * that it has now
   */
  scopes: (ScopeName | NewerValue)[] | MemberRole | NewerValue;
  /**
   * The operator of what it creates; yours unless given. The address of another member is refused: name
   * them by `member`
   */
  operator_email?: string | undefined;
  /**
   * The active member whom it acts for, in place of `operator_email`: it then does no more than their
   * role does
   */
  member?: string | undefined;
  /** Requests a minute, at most as many as yours; 60 unless given, or yours if lower */
  rate_limit?: number | undefined;
  /** A time to come, no later than the end of your own key; null: it does not expire */
  expires_at?: string | null | undefined;
  /**
   * From where its keys are taken, within the networks of your own key; empty: from anywhere. Sockets of
   * the live picture, too
   */
  allowed_networks?: string[] | undefined;
}

/** A credential with the key that it was just given */
export interface CredentialWithKey extends Credential {
  /** Shown only here */
  api_key: string;
}

/** What to change; what is absent stays */
export interface UpdateCredentialBody {
  /** 1 to 200 characters */
  name?: string | undefined;
  /** A time to come, no later than the end of your own key; null: it does not expire */
  expires_at?: string | null | undefined;
  /**
   * From where its keys are taken, within the networks of your own key; empty: from anywhere. Sockets of
   * the live picture, too
   */
  allowed_networks?: string[] | undefined;
}

/** How long the key before stays valid */
export interface RotateCredentialBody {
  /** How long the key before stays valid; 0: not at all; 24 unless given */
  overlap_hours?: number | undefined;
}
