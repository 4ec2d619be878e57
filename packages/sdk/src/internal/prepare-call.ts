import { UsageError } from '../core/field-inspection-error.ts';
import type { WriteOptions } from '../core/options.ts';
import { buildUrl } from './build-url.ts';
import type { Deadline } from './deadline.ts';
import { readMaxRetries, readTimeout, type Settings } from './read-settings.ts';
import type { RoutePath } from './route-path.ts';
import type { Call } from './send-request.ts';

/** A call as a resource's method makes it. */
export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: RoutePath;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: WriteOptions | undefined;
  readonly deadline: Deadline;
  readonly wantsBody: () => boolean;
}

/**
 * Everything that all attempts of a call have in common: the same bytes, and for a write the same
 * Idempotency-Key, made before the first.
 */
export function prepareCall(request: CallRequest, settings: Settings): Call {
  const { method, path, query, body, deadline, wantsBody, options = {} } = request;
  const headers = new Headers({
    accept: 'application/json',
    authorization: `Bearer ${settings.apiKey}`,
    'user-agent': settings.userAgent,
  });
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(name);
    else if (value !== undefined) headers.set(name, value);
  }
  if (method !== 'GET') {
    const key = options.idempotencyKey ?? headers.get('idempotency-key') ?? settings.runtime.randomUuid();
    headers.set('idempotency-key', checkIdempotencyKey(key));
  }
  return {
    url: buildUrl(settings.baseUrl, path, query),
    // A redirect is not followed: it would turn a write into a GET.
    init: { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) },
    fetch: settings.fetch,
    timeoutMs: readTimeout('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    maxRetries: readMaxRetries(options.maxRetries ?? settings.maxRetries),
    idempotencyKey: headers.get('idempotency-key'),
    deadline,
    signal: options.signal,
    wantsBody,
  };
}

function checkIdempotencyKey(key: unknown): string {
  const isKey = typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key) && key === key.trim();
  if (isKey) return key;
  throw new UsageError('idempotencyKey must be 1 to 255 printable ASCII characters, without spaces around');
}
