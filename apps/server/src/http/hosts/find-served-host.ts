import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Domain } from './create-domains.ts';
import { isOwnHost, readHost } from './read-host.ts';

/**
 * Finds the host that a request names: undefined for the service's own; else a function that looks up the
 * organisation's domain, and throws misdirected_request for a host that nobody has.
 *
 * @param header `Host`, as it came
 */
export const findServedHost = (
  { config, domains }: Pick<Context, 'config' | 'domains'>,
  header: string,
): (() => Promise<Domain>) | undefined => {
  const host = readHost(header);
  // HTTP/1.0 needs no host, and may leave it empty: only a balancer asks that way.
  if (header === '' || (host !== undefined && isOwnHost(config, host))) return undefined;
  return () => findDomain(domains, host);
};

const findDomain = async (domains: Context['domains'], host: string | undefined): Promise<Domain> => {
  const domain = host === undefined ? undefined : await domains.find(host);
  if (domain) return domain;
  throw new Refusal(
    'misdirected_request',
    "This host is not served here. An organisation's domain is, once it is verified; the service's own hosts stand in BASE_URL and SERVED_HOSTS.",
  );
};
