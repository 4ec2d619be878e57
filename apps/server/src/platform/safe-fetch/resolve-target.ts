import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { unwrapHost, isLocalhost } from './check-target-url.ts';
import { admitAddress, type AddressPolicy } from './classify-address.ts';
import { EgressError } from './egress-error.ts';

export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** A name with a public and a private address is an attack or a mistake: one bad answer refuses all. */
export const resolveTarget = async (
  url: URL,
  { resolve, policy, signal }: { resolve: Resolve; policy: AddressPolicy; signal: AbortSignal },
): Promise<readonly string[]> => {
  const host = unwrapHost(url);
  const addresses = isIP(host) === 0 ? await resolveName(host, resolve, signal) : [host];
  if (!addresses.every((address) => admitAddress(address, policy))) {
    throw new EgressError(
      'blocked_address',
      'The host resolves to an address that requests are not sent to.',
    );
  }
  return addresses;
};

const resolveName = async (
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const answer = resolve(host, signal).catch((cause: unknown) => {
    throw new EgressError('dns', 'The host name could not be resolved.', { cause });
  });
  const addresses = await untilAborted(answer, signal);
  if (addresses.length === 0) throw new EgressError('dns', 'The host name has no address in DNS.');
  return addresses;
};

const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

export type LookupOptions = {
  signal: AbortSignal;
  /** The hosts file and search domains may have names that DNS doesn't know. */
  useHostsFile: boolean;
  /** Addresses with an optional port, instead of the system's DNS servers. */
  servers?: readonly string[];
  /**
   * Doubled for the second and last try.
   *
   * @default 1000
   */
  queryTimeoutMs?: number;
};

/**
 * IPv4 first. Asks DNS directly: getaddrinfo can't be cancelled and has two threads for the whole process, so that two
 * organisations with dead name servers would hold up everybody's deliveries and the reconnects of the database pool.
 */
export const lookupAddresses = async (hostname: string, options: LookupOptions): Promise<string[]> => {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  const found = await queryDns(hostname, options);
  if (found.length > 0 || !options.useHostsFile || options.signal.aborted) return found;
  const entries = await lookup(hostname, { all: true, order: 'ipv4first' });
  return entries.map((entry) => entry.address);
};

const queryDns = async (hostname: string, options: LookupOptions): Promise<string[]> => {
  // Name servers that answer A but drop AAAA are common: after two tries the A answers alone will do.
  const resolver = new Resolver({ timeout: options.queryTimeoutMs ?? 1000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const cancel = (): void => resolver.cancel();
  options.signal.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  options.signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};
