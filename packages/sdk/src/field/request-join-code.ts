import { ApiError } from '../errors/api-error.ts';
import { checkFieldOptions, readFieldSettings } from './field-options.ts';
import { hideToken } from './hide-token.ts';
import type { JoinOptions } from './join-session.ts';
import { readJoinUrl } from './read-join-url.ts';
import { Join } from './routes/join.ts';
import { createFieldTransport } from './transport/field-transport.ts';

/** Result of asking for a new code. A failure that is none of these, such as no connection, is thrown. */
export type JoinCodeResult =
  | {
      /** Another code is on its way; the one before is dead. */
      readonly status: 'sent';
      /** Channels by which the code goes: `email`, `sms`. */
      readonly channels: readonly string[];
      /** The address, masked: `a•••@e•••.com`; `null` when it does not go there. */
      readonly emailHint: string | null;
      readonly phoneHint: string | null;
      /** End of the code's validity, ISO 8601. */
      readonly expiresAt: string;
    }
  | {
      /**
       * - `otp_not_required`: join without a code
       * - `otp_locked`: codes were wrong too often; the operator reissues the invite
       * - `invite_expired`: too old, replaced or revoked, or its session is over
       * - `invite_redeemed`: another device has joined by it
       * - `not_found`: there is no such invite: was the link copied whole?
       */
      readonly status: (typeof STATES)[number];
    };

const STATES = ['otp_not_required', 'otp_locked', 'invite_expired', 'invite_redeemed', 'not_found'] as const;

/**
 * Has another one-time code sent to the channels of an invite, such as after `otp_expired`: a link lives for a day, its
 * code for 10 minutes. How many codes were wrong is not forgotten.
 *
 * @throws {UsageError} when `joinUrl` is no URL, or an option is not valid
 * @throws {ApiError} for every other refusal, such as `rate_limited`: the limits of messages hold
 * @throws {RequestError} without the token of the link, so that it may be logged
 *
 * @example
 * ```ts
 * const result = await requestJoinCode(location.href);
 * if (result.status === 'sent') askForCode(result.channels);
 * ```
 */
export async function requestJoinCode(
  joinUrl: string,
  options: Omit<JoinOptions, 'otpCode'> = {},
): Promise<JoinCodeResult> {
  checkFieldOptions(options, ['signal']);
  const { signal, ...fieldOptions } = options;
  const link = readJoinUrl(joinUrl);
  if (!link) return { status: 'not_found' };
  const { sessionId, token } = link;
  const settings = readFieldSettings(token, {
    ...fieldOptions,
    baseUrl: fieldOptions.baseUrl ?? link.baseUrl,
  });
  try {
    const join = new Join(createFieldTransport(settings));
    const sent = await join.requestCode(sessionId, token, { headers: { authorization: null }, signal });
    return {
      status: 'sent',
      channels: sent.channels,
      emailHint: sent.channel_hint_email,
      phoneHint: sent.channel_hint_phone,
      expiresAt: sent.otp_expires_at,
    };
  } catch (error) {
    const status = error instanceof ApiError && STATES.find((state) => state === error.code);
    if (status) return { status };
    throw hideToken(error, token);
  }
}
