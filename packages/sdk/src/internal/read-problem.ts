import type { ApiErrorInit, FieldError } from '../core/api-error.ts';
import { readRateLimit } from '../core/rate-limit.ts';
import type { WebResponse } from '../core/web-types.ts';
import { readRetryAfter } from './read-retry-after.ts';

/**
 * What a refusal says: the service's `application/problem+json` (RFC 9457), or whatever a proxy in
 * between has put in its place.
 */
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
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function describeForeign({ status, headers }: WebResponse): string {
  const location = headers.get('location');
  const isRedirect = status >= 300 && status < 400 && location;
  if (isRedirect) return `Redirected to ${location}: set baseUrl to the service itself`;
  return 'The reply is not one of the service: does baseUrl lead to it, or does a proxy answer?';
}
