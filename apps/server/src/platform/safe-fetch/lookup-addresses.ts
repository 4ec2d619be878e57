import { lookup, Resolver } from 'node:dns/promises';
import { isLocalhost } from './check-target-url.ts';

export type LookupOptions = {
  signal: AbortSignal;
  /** Names that DNS doesn't know may stand in the hosts file or under a search domain. */
  useHostsFile: boolean;
  /** Instead of the system's DNS servers: addresses with an optional port. */
  servers?: readonly string[];
  /** Doubled for the second and last try. @default 1000 */
  queryTimeoutMs?: number;
};

/**
 * All addresses of a host name, IPv4 first. Asks DNS directly rather than through getaddrinfo, which can't be
 * given up on and has two threads for the whole process: two tenants with dead name servers would hold up
 * everybody's deliveries, and the database pool's reconnects with them.
 */
export const lookupAddresses = async (hostname: string, options: LookupOptions): Promise<string[]> => {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  const found = await queryDns(hostname, options);
  if (found.length > 0 || !options.useHostsFile || options.signal.aborted) return found;
  const entries = await lookup(hostname, { all: true, order: 'ipv4first' });
  return entries.map((entry) => entry.address);
};

const queryDns = async (hostname: string, options: LookupOptions): Promise<string[]> => {
  // Name servers that answer A but drop AAAA are common: after the two tries the A answers alone will do.
  const resolver = new Resolver({ timeout: options.queryTimeoutMs ?? 1000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const cancel = (): void => resolver.cancel();
  options.signal.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  options.signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};
