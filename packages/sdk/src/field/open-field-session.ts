import { FieldClient } from './field-client.ts';
import { checkFieldOptions, type FieldOptions, readFieldSettings } from './field-options.ts';

/**
 * Goes on with a session that was joined before, such as after a reload. Nothing is sent: `field.get()` tells
 * whether the token still lives.
 *
 * @throws {UsageError} when the token or the base URL is missing, or an option is not valid
 *
 * @example
 * ```ts
 * const field = openFieldSession({ token: sessionStorage.getItem('token')!, baseUrl: location.origin });
 * const { session, consent_state } = await field.get();
 * ```
 */
export function openFieldSession(given: FieldOptions & { token: string }): FieldClient {
  checkFieldOptions(given, ['token']);
  const { token, ...options } = given;
  return new FieldClient(readFieldSettings(token, options));
}
