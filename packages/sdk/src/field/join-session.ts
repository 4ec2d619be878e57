import { ApiError } from '../errors/api-error.ts';
import type { RequestOptions } from '../requests/options.ts';
import type { Settings } from '../requests/read-settings.ts';
import type { FieldClient } from './field-client.ts';
import { checkFieldOptions, type FieldOptions, readFieldSettings } from './field-options.ts';
import { hideToken } from './hide-token.ts';
import { createFieldTransport } from './transport/field-transport.ts';
import { openFieldSession } from './open-field-session.ts';
import { readJoinUrl } from './read-join-url.ts';
import { Join, type JoinedSession } from './routes/join.ts';

/** Result of a join. A failure that is none of these, such as no connection, is thrown. */
export type JoinResult =
  | {
      readonly status: 'joined';
      /** Client for the field person's calls from now on. */
      readonly field: FieldClient;
      /** Facts that the device needs: session, consent, quotas, and how to connect picture and sound. */
      readonly joined: JoinedSession;
    }
  | {
      /** Ask the person for the one-time code, and join again with it. */
      readonly status: 'otp_required';
      /** Channels by which the code went: `email`, `sms`. */
      readonly channels: readonly string[];
      /** The address, masked: `a•••@e•••.com`; `null` when it did not go there. */
      readonly emailHint: string | null;
      readonly phoneHint: string | null;
    }
  | {
      /** The code is wrong. */
      readonly status: 'otp_invalid';
      /** Tries that are left; `null` when the service did not say. */
      readonly attemptsLeft: number | null;
    }
  | {
      /**
       * - `otp_expired`: the code is too old; {@link requestJoinCode} sends another
       * - `otp_locked`: codes were wrong too often; the operator reissues the invite
       * - `invite_expired`: too old, replaced or revoked, or its session is over
       * - `invite_redeemed`: another device has joined by it
       * - `not_found`: there is no such invite: was the link copied whole?
       */
      readonly status: 'otp_expired' | 'otp_locked' | 'invite_expired' | 'invite_redeemed' | 'not_found';
    };

/** Options of a join: those of the field side, the one-time code, and a signal that gives up. */
export interface JoinOptions extends FieldOptions {
  /** The one-time code, once the person was asked for it; spaces do not matter. */
  otpCode?: string | null | undefined;
  signal?: RequestOptions['signal'];
}

const OWN_OPTIONS = ['otpCode', 'signal'] satisfies (keyof JoinOptions)[];

const STATES: readonly string[] = [
  'otp_expired',
  'otp_locked',
  'invite_expired',
  'invite_redeemed',
  'not_found',
] satisfies JoinResult['status'][];

/**
 * Joins a session by the link of an invite, `join_url`. The service is the link's own unless `baseUrl` names
 * another way to it. Joining again on the same device gives a fresh token.
 *
 * @throws {UsageError} when `joinUrl` is no URL, or an option is not valid
 * @throws {ApiError} for every other refusal, such as `rate_limited`
 * @throws {RequestError} without the token of the link, so that it may be logged
 *
 * @example
 * ```ts
 * const result = await joinSession(location.href, { otpCode });
 * if (result.status === 'otp_required') askForCode(result.channels);
 * if (result.status === 'joined') await result.field.updateConsent({ camera: 'granted' });
 * ```
 */
export async function joinSession(joinUrl: string, options: JoinOptions = {}): Promise<JoinResult> {
  checkFieldOptions(options, OWN_OPTIONS);
  const { otpCode, signal, ...fieldOptions } = options;
  const link = readJoinUrl(joinUrl);
  if (!link) return { status: 'not_found' };
  const { sessionId, token } = link;
  const baseUrl = fieldOptions.baseUrl ?? link.baseUrl;
  const { settings, readRefusal } = keepRefusal(readFieldSettings(token, { ...fieldOptions, baseUrl }));
  const code = otpCode?.replace(/\s/g, '') || undefined;
  try {
    const join = new Join(createFieldTransport(settings));
    // The link is all that this call shows: its token is no bearer yet.
    const headers = { authorization: null, 'x-join-otp': code };
    const joined = await join.redeem(sessionId, token, { headers, signal });
    const field = openFieldSession({ ...fieldOptions, baseUrl, token: joined.field_session_token });
    return { status: 'joined', field, joined };
  } catch (error) {
    const refused = error instanceof ApiError ? describeRefusal(error.code, readRefusal()) : null;
    if (refused) return refused;
    throw hideToken(error, token);
  }
}

type Refusal = Readonly<Record<string, unknown>>;

/** The refusal's body has members that errors don't have. */
function keepRefusal(settings: Settings): { settings: Settings; readRefusal: () => Refusal } {
  let refusal: Refusal = {};
  const fetch: Settings['fetch'] = async (url, init) => {
    const response = await settings.fetch(url, init);
    if (response.status >= 400) refusal = await readBody(response.clone());
    return response;
  };
  return { settings: { ...settings, fetch }, readRefusal: () => refusal };
}

const readBody = async (response: { json(): Promise<unknown> }): Promise<Refusal> => {
  const body = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Refusal) : {};
};

function describeRefusal(code: string, refusal: Refusal): JoinResult | null {
  if (STATES.includes(code)) return { status: code as 'not_found' };
  if (code === 'otp_invalid')
    return { status: code, attemptsLeft: readNumber(refusal['attempts_remaining']) };
  if (code !== 'otp_required') return null;
  const { channels, channel_hint_email: email, channel_hint_phone: phone } = refusal;
  return {
    status: code,
    channels: Array.isArray(channels) ? channels.map(String) : [],
    emailHint: readText(email),
    phoneHint: readText(phone),
  };
}

const readNumber = (value: unknown) => (typeof value === 'number' ? value : null);
const readText = (value: unknown) => (typeof value === 'string' ? value : null);
