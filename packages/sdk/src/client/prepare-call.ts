import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from '../requests/build-url.ts';
import { checkOptions } from '../requests/check-options.ts';
import type { Deadline } from '../requests/deadline.ts';
import type { ListOptions, WriteOptions } from '../requests/options.ts';
import { type Settings, readMaxRetries, readTimeout } from '../requests/read-settings.ts';
import type { RoutePath } from '../requests/route-path.ts';
import type { Call } from '../requests/send-request.ts';
import type { FetchFunction } from '../http/web-types.ts';

export interface CallRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: RoutePath;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: WriteOptions | undefined;
  readonly deadline: Deadline;
  readonly wantsBody: () => boolean;
  readonly mayLink?: boolean;
  /** A list's calls also take `resume`. */
  readonly isList?: boolean;
}

const NAMES: readonly (keyof WriteOptions | keyof ListOptions)[] = [
  'signal',
  'timeoutMs',
  'deadlineMs',
  'maxRetries',
  'headers',
];

/** All attempts share the bytes and, for a write, the Idempotency-Key, made before the first. */
export function prepareCall(request: CallRequest, settings: Settings): Call {
  const { method, path, query, body, deadline, wantsBody, isList } = request;
  const options = request.options ?? {};
  const { headers: ownHeaders = {}, signal } = options;
  checkOptions(options, [
    ...NAMES,
    ...(method === 'GET' ? [] : ['idempotencyKey']),
    ...(isList ? ['resume'] : []),
  ]);
  if (signal && !signal.addEventListener)
    throw new UsageError('signal must be an AbortSignal: pass controller.signal');
  const headers = new Headers({
    accept: 'application/json',
    'user-agent': settings.userAgent,
  });
  const { apiKey } = settings;
  if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  // A Headers object has no entries of its own.
  const entries = (Symbol.iterator in ownHeaders ? ownHeaders : Object.entries(ownHeaders)) as [
    string,
    string | null | undefined,
  ][];
  for (const [name, value] of entries) {
    if (value !== undefined) changeHeader(headers, name, value);
  }
  if (method !== 'GET') {
    const { idempotencyKey: key = headers.get('idempotency-key') ?? settings.runtime.randomUuid() } = options;
    headers.set('idempotency-key', checkIdempotencyKey(key));
  }
  return {
    url: buildUrl(settings.baseUrl, path, query),
    // No other redirect is followed: it would turn a write into a GET.
    init: {
      method,
      headers,
      redirect: 'manual',
      ...(!apiKey && { credentials: 'same-origin' }),
      ...(body !== undefined && { body: writeJson(body) }),
    },
    fetch: request.mayLink ? followLink(settings.fetch) : settings.fetch,
    timeoutMs: readTimeout('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    maxRetries: readMaxRetries(options.maxRetries ?? settings.maxRetries),
    idempotencyKey: headers.get('idempotency-key'),
    deadline,
    signal,
    wantsBody,
  };
}

function changeHeader(headers: Headers, name: string, value: unknown): void {
  try {
    if (value === null) return headers.delete(name);
    if (typeof value === 'string' || typeof value === 'number') return headers.set(name, String(value));
  } catch {
    // Told below without the cause, whose message repeats the value, perhaps a secret.
  }
  throw new UsageError(`headers: ${JSON.stringify(name)} is no text for HTTP`);
}

function writeJson(body: unknown): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(body) as string | undefined;
    if (text) return text;
  } catch (error) {
    cause = error;
    refuseUnwritable(body, 'body');
  }
  throw new UsageError('The body must be JSON', { cause });
}

function refuseUnwritable(value: unknown, path: string, ...above: unknown[]): void {
  const fault = typeof value === 'bigint' ? 'BigInt' : above.includes(value) && 'cyclic';
  if (fault) throw new UsageError(`${path} must not be ${fault}`);
  if (typeof value !== 'object') return;
  for (const key in value) refuseUnwritable(value[key as never], `${path}.${key}`, value, ...above);
}

function checkIdempotencyKey(key: unknown): string {
  const isKey = typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key) && key === key.trim();
  if (isKey) return key;
  throw new UsageError('idempotencyKey must be 1 to 255 printable ASCII characters, without spaces around');
}

/** Follows a 302 once. The link itself is the right to read: the other origin gets no key. */
const followLink =
  (fetch: FetchFunction): FetchFunction =>
  async (url, init) => {
    const answer = await fetch(url, init);
    const link = answer.status === 302 && answer.headers.get('location');
    if (!link) return answer;
    const headers = new Headers();
    const range = init.headers.get('range');
    if (range) headers.set('range', range);
    return fetch(new URL(link, url).href, { ...init, headers });
  };
