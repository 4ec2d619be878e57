import { UsageError } from '../errors/field-inspection-error.ts';
import { reportDeprecation } from '../http/deprecation.ts';
import type { FetchFunction, WebResponse } from '../http/web-types.ts';
import { defaultRuntime } from './default-runtime.ts';
import type { Limiter } from './limiter.ts';
import type { ClientOptions, Runtime } from './options.ts';
import { parseUrl } from './parse-url.ts';
import { VERSION } from './version.ts';

export interface Settings {
  /** Empty: the cookie of a session, in its place. */
  readonly apiKey: string;
  /** No slash at the end, so that a route's path can be appended. */
  readonly baseUrl: string;
  readonly fetch: FetchFunction;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly limiter: Limiter | undefined;
  readonly userAgent: string;
  readonly runtime: Runtime;
}

/** Each entry point checks its options by these names. */
export const CLIENT_OPTIONS: readonly (keyof ClientOptions)[] = [
  'apiKey',
  'baseUrl',
  'fetch',
  'timeoutMs',
  'deadlineMs',
  'maxRetries',
  'maxRetryAfterMs',
  'limiter',
  'userAgent',
  'onDeprecation',
  'runtime',
  'session',
];

type Environment = Record<string, string | undefined>;

/** Missing options come from the environment, then from the defaults. */
export function readSettings(options: ClientOptions, environment: Environment = readEnvironment()): Settings {
  return {
    ...(options.session === undefined
      ? {
          apiKey: readApiKey(readText('apiKey', options.apiKey, environment)),
          baseUrl: readBaseUrl(readText('baseUrl', options.baseUrl, environment)),
        }
      : readSession(options)),
    fetch: readFetch(options),
    timeoutMs: readTimeout('timeoutMs', options.timeoutMs ?? 30_000),
    deadlineMs: readTimeout('deadlineMs', options.deadlineMs ?? Infinity),
    maxRetries: readMaxRetries(options.maxRetries ?? 2),
    maxRetryAfterMs: readWait('maxRetryAfterMs', options.maxRetryAfterMs ?? 60_000),
    limiter: readLimiter(options.limiter),
    userAgent: `${readUserAgent(options.userAgent)}field-inspection-sdk/${VERSION}`,
    runtime: { ...defaultRuntime, ...options.runtime },
  };
}

export function readTimeout(name: 'timeoutMs' | 'deadlineMs', value: unknown): number {
  const timeoutMs = readWait(name, value);
  if (timeoutMs === 0) throw new UsageError(`${name} must be above 0; Infinity means no limit`);
  return timeoutMs;
}

export function readMaxRetries(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new UsageError(`maxRetries must be a whole number from 0; got ${describe(value)}`);
}

function readWait(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new UsageError(`${name} must be a number of milliseconds; got ${describe(value)}`);
}

/** The environment counts for nothing here: no key is meant. */
function readSession({ session, apiKey, baseUrl }: ClientOptions) {
  const page = (globalThis as { location?: { origin?: string } }).location?.origin;
  if (page && apiKey === undefined && (session as unknown) === 'cookie') {
    const own = readBaseUrl(baseUrl ?? page);
    if (new URL(own).origin === page) return { apiKey: '', baseUrl: own };
  }
  throw new UsageError("session: 'cookie' is for a page of the service's own origin, without apiKey");
}

function readText(name: 'apiKey' | 'baseUrl', given: unknown, environment: Environment): string {
  const variable = name === 'apiKey' ? 'FIELD_INSPECTION_API_KEY' : 'FIELD_INSPECTION_BASE_URL';
  const value = given ?? environment[variable];
  if (value === undefined || value === '') throw new UsageError(`Pass ${name}, or set ${variable}`);
  // The value must never be in the message, which may end in a log.
  if (typeof value !== 'string') throw new UsageError(`${name} must be a string; got ${typeof value}`);
  return value;
}

function readApiKey(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new UsageError('apiKey has characters that no key has: was it read with its line end?');
}

function readBaseUrl(value: string): string {
  const hint = 'baseUrl must be an http(s) origin such as https://api.example.com';
  const url = parseUrl(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${hint}; got ${JSON.stringify(value)}`);
  // The value may carry a password, so the message leaves it out.
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${hint}; it must not have a user, a query or a fragment`);
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  const root = /(\/api)?\/v1(\/public)?$/.exec(prefix)?.[0];
  if (root === undefined) return url.origin + prefix;
  const origin = url.origin + prefix.slice(0, -root.length);
  throw new UsageError(`baseUrl must not end in ${root}, which each path begins with; give ${origin}`);
}

function readLimiter(value: Limiter | undefined): Limiter | undefined {
  if (value === undefined || typeof value?.enter === 'function') return value;
  throw new UsageError('limiter must be made by createLimiter()');
}

function readFetch(options: ClientOptions): FetchFunction {
  const tell = readFunction('onDeprecation', options.onDeprecation);
  // The global is looked up at each call, so that a later replacement (tracing, tests) is used.
  const fetch =
    readFunction('fetch', options.fetch) ??
    ((url, init) => globalThis.fetch(url, init as RequestInit) as Promise<WebResponse>);
  return tell ? reportDeprecation(fetch, tell) : fetch;
}

function readFunction<T>(name: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new UsageError(`${name} must be a function; got ${describe(value)}`);
}

function readUserAgent(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)) return `${value} `;
  throw new UsageError('userAgent must be a string of printable ASCII characters');
}

const describe = (value: unknown) => (typeof value === 'number' ? String(value) : typeof value);

const readEnvironment = (): Environment => globalThis.process?.env ?? {};
