import { memoize } from '../../platform/memoize.ts';

/**
 * As the DNS compares names: in lower case, without the port and the dot of the root. Undefined for neither a name nor
 * an address; letters beyond ASCII come in Punycode.
 */
export const readHost = (header: string): string | undefined =>
  HOST.exec(header)?.[1]?.toLowerCase().replace(/\.$/, '');

const HOST = /^(\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/**
 * BASE_URL's, one of SERVED_HOSTS, an address, or a name without a dot. Balancers and neighbours of the same network
 * ask by the last two: no page of the public internet can have such a name, so none can lead a browser here by it.
 */
export const isOwnHost = (
  { baseUrl, servedHosts }: { baseUrl: string; servedHosts: readonly string[] },
  host: string,
): boolean =>
  !host.includes('.') || ADDRESS.test(host) || host === hostnameOf(baseUrl) || servedHosts.includes(host);

const hostnameOf = memoize((url) => new URL(url).hostname);

// IPv6 addresses have brackets. Other notations of IPv4 than this one count as names, and are served to nobody.
const ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
