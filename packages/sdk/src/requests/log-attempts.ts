import { UsageError } from '../errors/field-inspection-error.ts';
import type { FetchInit, WebHeaders, WebResponse } from '../http/web-types.ts';
import type { Middleware } from './compose-fetch.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `console`, pino behind a small function, or anything else with these four. */
export type Logger = Readonly<Record<LogLevel, (message: string, fields: LogFields) => void>>;

/** Facts about an attempt: no body, no query, and no header that lets in. */
export interface LogFields {
  readonly method: string;
  readonly path: string;
  /** Number of the attempt in its call, from 1 on. */
  readonly attempt: number;
  /** `null` when no reply came. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly durationMs: number;
  /** Only on the level `debug`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LogAttemptsOptions {
  readonly logger: Logger;
  /**
   * Lowest level that is logged. `info`: good replies. `warn`: refusals. `error`: 5xx and no reply at all. `debug`:
   * with the request's headers.
   * @default 'warn'
   */
  readonly level?: LogLevel | undefined;
  /** Milliseconds, for the duration. */
  readonly now?: (() => number) | undefined;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const SECRET = /authorization|cookie|idempotency-key|signature|token|secret|api-?key/i;

/**
 * A middleware that logs each attempt.
 *
 * @example
 * ```ts
 * const fetch = composeFetch([logAttempts({ logger: console, level: 'info' })]);
 * const client = new FieldInspection({ fetch });
 * ```
 */
export function logAttempts(options: LogAttemptsOptions): Middleware {
  const { logger, level = 'warn', now = Date.now } = checkLogger(options);
  const write = (own: LogLevel, fields: LogFields) => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return;
    const { method, path, status, attempt } = fields;
    const again = attempt > 1 ? `, attempt ${attempt}` : '';
    logger[own](`${method} ${path}: ${status ?? 'no reply'}${again}`, fields);
  };
  return async (url, init, next) => {
    const startedAtMs = now();
    const describe = (response: WebResponse | null): LogFields => ({
      method: init.method,
      path: new URL(url).pathname,
      attempt: (init.retries ?? 0) + 1,
      status: response?.status ?? null,
      requestId: response?.headers.get('request-id') ?? null,
      durationMs: now() - startedAtMs,
      ...(level === 'debug' && { headers: redact(init) }),
    });
    try {
      const response = await next(url, init);
      write(judge(response.status), describe(response));
      return response;
    } catch (error) {
      write('error', describe(null));
      throw error;
    }
  };
}

// Checked at once: an error of the logger would later look like a broken connection.
function checkLogger(options: LogAttemptsOptions): LogAttemptsOptions {
  const { logger, level = 'warn' } = options ?? {};
  if (!LEVELS.every((own) => typeof logger?.[own] === 'function'))
    throw new UsageError(`logAttempts needs a logger with ${LEVELS.join(', ')}, such as console`);
  if (LEVELS.includes(level)) return options;
  throw new UsageError(`level must be one of ${LEVELS.join(', ')}`);
}

function judge(status: number): LogLevel {
  if (status >= 500) return 'error';
  return status >= 400 ? 'warn' : 'info';
}

function redact({ headers }: FetchInit): Record<string, string> {
  const shown: Record<string, string> = {};
  const visit: Parameters<WebHeaders['forEach']>[0] = (value: string, name: string) => {
    shown[name] = SECRET.test(name) ? '[redacted]' : value;
  };
  headers.forEach(visit);
  return shown;
}
