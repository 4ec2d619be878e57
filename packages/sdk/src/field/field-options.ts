import { UsageError } from '../errors/field-inspection-error.ts';
import type { FetchFunction } from '../http/web-types.ts';
import { checkOptions } from '../requests/check-options.ts';
import type { ClientOptions } from '../requests/options.ts';
import { CLIENT_OPTIONS, readSettings, type Settings } from '../requests/read-settings.ts';

/**
 * Options of the field side: as of a client, but with the session's token instead of an API key, which no device should
 * hold. `timeoutMs` is 120 000 unless given, since photos are large and networks slow.
 */
export type FieldOptions = Omit<ClientOptions, 'apiKey'>;

const TIMEOUT_MS = 120_000;

const NAMES = CLIENT_OPTIONS.filter((name) => name !== 'apiKey');

/** `own` are the entry point's own options, beside those of every entry. */
export function checkFieldOptions(options: unknown, own: readonly string[]): void {
  checkOptions(options, [...own, ...NAMES]);
}

export function readFieldSettings(
  token: unknown,
  { timeoutMs = TIMEOUT_MS, ...options }: FieldOptions,
): Settings {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError(
      'token must be the one that the service gave, such as the field_session_token of joining',
    );
  const settings = readSettings({ ...options, timeoutMs, apiKey: token });
  return { ...settings, fetch: keepUserAgent(settings.fetch) };
}

/**
 * A browser names itself. The invite is pinned to that, so an app must use the same user agent as the page behind the
 * link.
 */
function keepUserAgent(fetch: FetchFunction): FetchFunction {
  if (!('document' in globalThis || 'WorkerGlobalScope' in globalThis)) return fetch;
  return (url, init) => {
    init.headers.delete('user-agent');
    return fetch(url, init);
  };
}
