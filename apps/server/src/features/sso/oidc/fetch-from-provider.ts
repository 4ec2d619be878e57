import type { CustomFetchOptions } from 'openid-client';
import { askProvider, type ProviderAnswer } from '../../../platform/safe-fetch/ask-provider.ts';
import type { OidcNet } from './oidc-settings.ts';
import { refuseOidc, type OidcReason } from './refuse-oidc.ts';

export type ProviderRequest = Pick<CustomFetchOptions, 'headers'> & {
  method: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/**
 * Lets openid-client ask a provider over the egress guard. Redirects are refused, and of the answer's headers the
 * content type alone is handed on.
 *
 * @throws {ProviderRefusal} where no whole answer came
 */
export const fetchFromProvider = async (
  net: OidcNet,
  url: string,
  { method, headers, body, signal }: ProviderRequest,
): Promise<Response> => {
  const answer = await askProvider(net.providerFetch, {
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: body.toString() } : {}),
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) {
    throw refuseOidc(reasonOf(answer.failure), `The provider gave no usable answer: ${answer.message}`);
  }
  const { status, contentType } = answer;
  return new Response(BODILESS.has(status) ? null : answer.body, {
    status,
    headers: { 'content-type': contentType },
  });
};

/** A `Response` refuses a body with these. */
const BODILESS: ReadonlySet<number> = new Set([204, 205]);

const reasonOf = (failure: Extract<ProviderAnswer, { ok: false }>['failure']): OidcReason => {
  if (failure === 'blocked_address' || failure === 'blocked_url') return 'blocked_address';
  if (failure === 'too_large' || failure === 'redirected') return failure;
  return failure === 'http_status' ? 'unexpected_status' : 'no_answer';
};

const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/jwk-set+json']);

/**
 * Judges what openid-client does not: it reads JSON of any content type.
 *
 * @throws {ProviderRefusal} `not_json`
 */
export const judgeContentType = ({ status, headers }: Response, what: string): void => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (status !== 200 || (type !== undefined && JSON_TYPES.has(type))) return;
  throw refuseOidc(
    'not_json',
    `The provider answered with another content type than that of JSON, not with ${what}.`,
  );
};

/** @throws {ProviderRefusal} `not_json`, `unexpected_status`, and where no whole answer came */
export const fetchJson = async (net: OidcNet, url: string, what: string): Promise<unknown> => {
  const answer = await fetchFromProvider(net, url, {
    method: 'GET',
    headers: { accept: 'application/json' },
  });
  if (answer.status !== 200) {
    throw refuseOidc(
      'unexpected_status',
      `The provider answered with status ${answer.status}, not with ${what}.`,
    );
  }
  judgeContentType(answer, what);
  const body = await answer.text();
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw refuseOidc(
      'not_json',
      `The provider answered with something else than JSON, not with ${what}.`,
      cause,
    );
  }
};
