import type { SafeFetch, SafeFetchRequest } from './create-safe-fetch.ts';
import type { EgressErrorClass } from './egress-error.ts';

/** The keys of a large provider, with their certificates, take some 25 KiB. */
export const MAX_PROVIDER_BYTES = 262_144;

/** Somebody waits in front of a page. A character more than is taken is read, so that a longer answer shows. */
export const PROVIDER_EGRESS = { timeoutMs: 5_000, maxBodyBytes: MAX_PROVIDER_BYTES + 4 };

export type ProviderAnswer =
  | { ok: true; status: number; contentType: string; body: string }
  | { ok: false; failure: EgressErrorClass | 'too_large' | 'redirected' | 'http_status'; message: string };

/** Asks an identity provider, whose address an organisation has set. Never rejects for its fault. */
export const askProvider = async (
  providerFetch: SafeFetch,
  request: SafeFetchRequest,
): Promise<ProviderAnswer> => {
  const outcome = await providerFetch(request);
  if (!outcome.ok) return { ok: false, failure: outcome.errorClass, message: outcome.message };
  const { status, headers, bodyExcerpt } = outcome;
  if (status >= 300 && status < 400) {
    return {
      ok: false,
      failure: 'redirected',
      message: 'It answered with a redirect, which is not followed.',
    };
  }
  if (status >= 600)
    return { ok: false, failure: 'http_status', message: `It answered with status ${status}.` };
  if (Buffer.byteLength(bodyExcerpt) > MAX_PROVIDER_BYTES) {
    return {
      ok: false,
      failure: 'too_large',
      message: `It answered with more than ${MAX_PROVIDER_BYTES} bytes.`,
    };
  }
  return { ok: true, status, contentType: headers['content-type'] ?? '', body: bodyExcerpt };
};
