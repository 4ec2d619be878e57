import type { WebHeaders } from '../core/web-types.ts';

/**
 * The wait that a reply asks for, in milliseconds: `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, section 10.2.3), or else, on 429, `X-RateLimit-Reset`. `null` when it asks for none.
 * Instants are compared with the reply's own `Date`, so that a wrong local clock does no harm.
 */
export function readRetryAfter(reply: { status: number; headers: Pick<WebHeaders, 'get'> }, nowMs: number) {
  const { headers } = reply;
  const sentAtMs = Date.parse(headers.get('date') ?? '');
  const fromMs = Number.isNaN(sentAtMs) ? nowMs : sentAtMs;

  const retryAfter = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const dueAtMs = /^[A-Z][a-z]{2,}, /.test(retryAfter) ? Date.parse(retryAfter) : NaN;
  if (!Number.isNaN(dueAtMs)) return Math.max(0, dueAtMs - fromMs);

  const reset = headers.get('x-ratelimit-reset')?.trim() ?? '';
  if (reply.status !== 429 || !/^\d{1,12}$/.test(reset)) return null;
  return Math.max(0, Number(reset) * 1000 - fromMs);
}
