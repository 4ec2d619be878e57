import { checkFieldOptions, type FieldOptions, readFieldSettings } from './field-options.ts';
import { Signing } from './routes/signing.ts';
import { createFieldTransport } from './transport/field-transport.ts';

/**
 * A page of yours has a person sign a report by it: with the token of the link it calls `open`, `sendCode` and `verify`,
 * then with the `signing_session_token` that this gave `get`, `sign`, `finish` or `decline`. Nothing is sent by itself.
 *
 * @throws {UsageError} when the token or the base URL is missing, or an option is not valid
 *
 * @example
 * ```ts
 * const link = openSigning({ token: location.hash.slice(1), baseUrl: location.origin });
 * await link.sendCode();
 * const { signing_session_token: token } = await link.verify({ otp_code: '482913' });
 * const signer = openSigning({ token, baseUrl: location.origin });
 * const { report } = await signer.get();
 * const { action_url } = await signer.sign({ sha256: report.sha256 });
 * ```
 */
export function openSigning(given: FieldOptions & { token: string }): Signing {
  checkFieldOptions(given, ['token']);
  const { token, ...options } = given;
  return new Signing(createFieldTransport(readFieldSettings(token, options)));
}
