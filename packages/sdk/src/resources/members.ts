// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { MessageFailure, MessageStatus } from './participants.ts';
import type { Locale, LocaleInput } from './sessions.ts';

/** `client.members` */
export class Members {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List members.
   *
   * Newest first, without those who were removed.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const member of client.members.list({ limit: 50 })) {
   *   console.log(member);
   * }
   * ```
   */
  list(query?: ListMembersQuery, options?: ListOptions): PagePromise<Member> {
    return this.#transport.list(path`/v1/org/members`, { query, options });
  }

  /**
   * Invite a person.
   *
   * By e-mail, in their language; the link is valid for 7 days. Nobody grants more than they hold: a key
   * that ends, or is bound to networks, gives no role.
   *
   * Scope: `members:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `member.exists`, `member.limit`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const member = await client.members.create({ email: 'ada@example.com', name: 'Ada Rossi', role: 'inspector' });
   * ```
   */
  create(body: InviteMemberBody, options?: WriteOptions): ApiPromise<Member> {
    return this.#transport.post(path`/v1/org/members`, { body, options });
  }

  /**
   * Get a member.
   *
   * Returns the member as they are now.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const member = await client.members.get(memberId);
   * ```
   */
  get(memberId: string, options?: RequestOptions): ApiPromise<Member> {
    return this.#transport.get(path`/v1/org/members/${{ memberId }}`, { options });
  }

  /**
   * Change a member.
   *
   * Who is disabled is out within one request. The last active org_admin stays one. It has no ETag: with
   * an `If-Match` other than `*` the answer is 412, and nothing is changed.
   *
   * Scope: `members:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `member.invalid_state`, `not_found`, `org.last_admin`, `payload_too_large`, `permission_denied`,
   * `precondition_failed`, `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const member = await client.members.update(memberId, { name: 'Ada Rossi' });
   * ```
   */
  update(memberId: string, body: UpdateMemberBody, options?: WriteOptions): ApiPromise<Member> {
    return this.#transport.patch(path`/v1/org/members/${{ memberId }}`, { body, options });
  }

  /**
   * Remove a member.
   *
   * For good: their keys are revoked, and name and address are deleted. The last active org_admin stays.
   * It has no ETag: with an `If-Match` other than `*` the answer is 412, and nothing is changed.
   *
   * Scope: `members:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `org.last_admin`, `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await client.members.delete(memberId);
   * ```
   */
  delete(memberId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(path`/v1/org/members/${{ memberId }}`, { options, isVoid: true });
  }

  /**
   * Send an invitation again.
   *
   * With a new link, valid for 7 days; the one before is dead.
   *
   * Scope: `members:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `member.invalid_state`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const member = await client.members.resendInvitation(memberId);
   * ```
   */
  resendInvitation(memberId: string, options?: WriteOptions): ApiPromise<Member> {
    return this.#transport.post(path`/v1/org/members/${{ memberId }}/invitation`, { options });
  }
}

export interface ListMembersQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only members of this status */
  status?: MemberStatus | NewerValue | undefined;
  /** Only members of this role */
  role?: MemberRole | NewerValue | undefined;
}

/** invited: did not accept yet; active; disabled: their keys let nobody in */
export type MemberStatus = 'invited' | 'active' | 'disabled';

/** A named set of scopes */
export type MemberRole = 'org_admin' | 'inspector' | 'observer' | 'auditor';

/** A person of an organisation */
export interface Member {
  /** UUID */
  id: string;
  /** Of one member at a time */
  email: string;
  /** First and last name */
  name: string;
  role: MemberRole | NewerValue;
  status: MemberStatus | NewerValue;
  locale: Locale | NewerValue;
  /** ISO 8601 timestamp */
  created_at: string;
  /** When the invitation was accepted */
  joined_at: string | null;
  /** What became of it; null where none was sent, or it is not kept any more */
  invitation: MemberInvitation | null;
}

/** The newest e-mail that invites a member */
export interface MemberInvitation {
  status: MessageStatus | NewerValue;
  /** Why it bounced or failed; null otherwise */
  reason: MessageFailure | NewerValue | null;
  /** When its status last changed */
  updated_at: string;
  /** End of the link's 7 days */
  expires_at: string;
}

/** The person to invite */
export interface InviteMemberBody {
  /** Where the invitation goes */
  email: string;
  /** 1 to 200 characters */
  name: string;
  role: MemberRole | NewerValue;
  /** Of the invitation; the organisation's unless given */
  locale?: LocaleInput | undefined;
}

/** What changes of a member */
export interface UpdateMemberBody {
  /** 1 to 200 characters */
  name?: string | undefined;
  /** Of which the caller holds every scope */
  role?: MemberRole | NewerValue | undefined;
  /** disabled: every key of the member is refused from the next request on */
  status?: 'active' | 'disabled' | NewerValue | undefined;
}
