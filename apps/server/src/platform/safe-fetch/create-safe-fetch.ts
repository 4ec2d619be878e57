import { inSpan, traceOn } from '../tracing/trace.ts';
import { memoize } from '../memoize.ts';
import type { AddressPolicy } from './classify-address.ts';
import { checkTargetUrl, type TargetUrlCheck } from './check-target-url.ts';
import { classifyFailure, EgressError, type EgressErrorClass } from './egress-error.ts';
import { createConnectionPool, type ConnectionPool } from './create-connection-pool.ts';
import { exchangeRequest, type Answer, type WireRequest } from './exchange-request.ts';
import { lookupAddresses, resolveTarget, type Resolve } from './resolve-target.ts';
import { startDeadline, type Deadline } from './start-deadline.ts';
import { trustAuthorities } from './open-tls-socket.ts';

export type SafeFetchRequest = {
  url: string;
  method: 'POST' | 'GET';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type SafeFetchOutcome =
  | ({ ok: true; durationMs: number } & Answer)
  | { ok: false; errorClass: EgressErrorClass; message: string; durationMs: number };

/** Never rejects for a receiver's fault; any status is an answer, redirects included. */
export type SafeFetch = ((request: SafeFetchRequest) => Promise<SafeFetchOutcome>) & {
  /** Gives up the requests under way (errorClass `aborted`) and closes the kept sockets. */
  close: () => Promise<void>;
};

export type SafeFetchOptions = AddressPolicy & {
  timeoutMs: number;
  /** PEM of private authorities, trusted beside Node's own roots. */
  ca?: string;
  /** @default 16 KiB */
  maxBodyBytes?: number;
  /**
   * Shorter than common servers' idle timeouts: a socket closed just then costs an attempt.
   *
   * @default 1000
   */
  keepAliveMs?: number;
  resolve?: Resolve;
  now?: () => number;
};

/**
 * The only way to an organisation's URL: https, no private address unless the host's operator admits it, the vetted
 * address pinned, no redirect, cookie or decompression, a cap on the body, one deadline over everything. A proxy of the
 * host's (HTTPS_PROXY) is asked for a tunnel to the vetted address.
 */
export const createSafeFetch = (options: SafeFetchOptions): SafeFetch => {
  const { timeoutMs, now = () => performance.now() } = options;
  const egress = createEgress(options);
  const underWay = new Set<Deadline>();
  let isClosed = false;

  const safeFetch = (request: SafeFetchRequest): Promise<SafeFetchOutcome> =>
    // A host's name may be a secret of its organisation's, as its path.
    inSpan({ ...CALL, attributes: { 'http.request.method': request.method } }, async (span) => {
      const outcome = await ask({ ...request, headers: { ...request.headers, ...traceOn() } });
      if (outcome.ok) span.set({ 'http.response.status_code': outcome.status });
      else span.fail(outcome.errorClass);
      return outcome;
    });

  const ask = async (request: SafeFetchRequest): Promise<SafeFetchOutcome> => {
    const startedMs = now();
    const deadline = startDeadline(timeoutMs, request.signal);
    underWay.add(deadline);
    if (isClosed) deadline.abort();
    try {
      const answer = await fetchVetted(request, deadline, egress);
      return { ok: true, ...answer, durationMs: now() - startedMs };
    } catch (error) {
      const { errorClass, message } = classifyFailure(error);
      return { ok: false, errorClass, message, durationMs: now() - startedMs };
    } finally {
      deadline.end();
      underWay.delete(deadline);
    }
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const deadline of underWay) deadline.abort();
    await egress.pool.destroy();
  };

  return Object.assign(safeFetch, { close });
};

const CALL = { name: 'call', kind: 'client' } as const;

type Egress = {
  policy: AddressPolicy;
  check: (url: string) => TargetUrlCheck;
  resolve: Resolve;
  pool: ConnectionPool;
  maxBodyBytes: number;
};

const createEgress = (options: SafeFetchOptions): Egress => {
  const { allowPrivateNetworks, timeoutMs, maxBodyBytes = 16 * 1024, keepAliveMs = 1000 } = options;
  const lookUp: Resolve = (hostname, signal) =>
    lookupAddresses(hostname, { signal, useHostsFile: allowPrivateNetworks });
  return {
    policy: { allowPrivateNetworks },
    check: memoize((url) => checkTargetUrl(url, { allowPrivateNetworks })),
    resolve: options.resolve ?? lookUp,
    pool: createConnectionPool({
      secureContext: trustAuthorities(options.ca),
      attemptTimeoutMs: timeoutMs / 4,
      keepAliveMs,
    }),
    maxBodyBytes,
  };
};

const fetchVetted = async (
  request: SafeFetchRequest,
  deadline: Deadline,
  egress: Egress,
): Promise<Answer> => {
  const { policy, resolve, pool, maxBodyBytes } = egress;
  const check = egress.check(request.url);
  if (!check.ok) throw new EgressError(check.reason, check.message);
  const { url } = check;
  // Resolved and judged anew each time: the name may mean another address than when the URL was stored.
  const addresses = await resolveTarget(url, { resolve, policy, signal: deadline.signal });

  deadline.phase = 'connecting';
  const { client, giveBack } = pool.borrow({ url, addresses }, deadline.signal);
  try {
    return await exchangeRequest(client, toWire(request, url), { deadline, maxBodyBytes });
  } finally {
    giveBack();
  }
};

const toWire = ({ method, headers, body }: SafeFetchRequest, url: URL): WireRequest => ({
  path: url.pathname + url.search,
  method,
  headers: toWireHeaders(headers),
  body: body ?? null,
});

const toWireHeaders = (headers: Record<string, string>): Record<string, string> => {
  const wire: Record<string, string> = {};
  for (const name in headers) wire[name.toLowerCase()] = headers[name]!;
  // Bodies are asked for uncompressed, so that 16 KiB read are 16 KiB kept. A compressed body is kept as it came.
  wire['accept-encoding'] = 'identity';
  return wire;
};
