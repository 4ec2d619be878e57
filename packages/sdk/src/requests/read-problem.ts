import type { ApiErrorInit, FieldError } from '../errors/api-error.ts';
import { measureRest, readCount, readRateLimit } from '../http/rate-limit.ts';
import type { WebHeaders, WebResponse } from '../http/web-types.ts';

/** Reads the service's `application/problem+json` (RFC 9457), or a proxy's answer. */
export function readProblem(reply: { response: WebResponse; text: string }, nowMs: number): ApiErrorInit {
  const { response, text } = reply;
  const problem = parseObject(text);
  return {
    status: response.status,
    code: readText(problem['code']) ?? 'unknown',
    detail: readText(problem['detail']) ?? readText(problem['title']) ?? describeForeign(response),
    requestId: readText(problem['request_id']) ?? response.headers.get('request-id'),
    errors: Array.isArray(problem['errors']) ? (problem['errors'] as FieldError[]) : [],
    headers: response.headers,
    retryAfterMs: readRetryAfter(response, nowMs),
    rateLimit: readRateLimit(response.headers),
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function describeForeign({ status, headers }: WebResponse): string {
  const location = headers.get('location');
  const isRedirect = status >= 300 && status < 400 && location;
  if (isRedirect) return `Redirected to ${location}: set baseUrl to the service itself`;
  return 'The reply is not of the service: does baseUrl lead to the service, or to a proxy?';
}

/**
 * Milliseconds by `Retry-After`, seconds or an HTTP date (RFC 9110, section 10.2.3); on 429 else by
 * `X-RateLimit-Reset`; `null` for neither. Instants are compared with the reply's own `Date`, so that a wrong local
 * clock does no harm.
 */
export function readRetryAfter(reply: { status: number; headers: Pick<WebHeaders, 'get'> }, nowMs: number) {
  const { headers } = reply;

  const retryAfter = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const dueAtMs = /^[A-Z][a-z]{2,}, /.test(retryAfter) ? Date.parse(retryAfter) : NaN;
  if (!Number.isNaN(dueAtMs)) return measureRest(headers, dueAtMs, nowMs);

  const reset = readCount(headers, 'reset');
  return reply.status === 429 && reset ? measureRest(headers, +reset * 1000, nowMs) : null;
}
