// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { MemberRole } from './members.ts';

/** `client.invitations` */
export class Invitations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Accept an invitation.
   *
   * Once, by who has the link and gives the address that was invited.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `invitation.wrong_address`, `link_expired`, `payload_too_large`, `rate_limited`, `request_timeout`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const acceptedInvitation = await client.invitations.accept({ token: 'q1Zy0kX7ZJ2cFJbV0oM8kq5rj3sT4uVwXyZaBcDeFgH', email: 'ada@example.com' });
   * ```
   */
  accept(body: AcceptInvitationBody, options?: WriteOptions): ApiPromise<AcceptedInvitation> {
    return this.#transport.post(path`/v1/org/invitations/accept`, { body, options });
  }
}

/** An invitation, and the address that it was for */
export interface AcceptInvitationBody {
  /** What stands behind the # of the link */
  token: string;
  /** The address that was invited */
  email: string;
}

/** Of which organisation the person is a member now, and as what */
export interface AcceptedInvitation {
  /** The organisation that invited */
  organisation_name: string;
  /** First and last name */
  name: string;
  role: MemberRole | NewerValue;
}
