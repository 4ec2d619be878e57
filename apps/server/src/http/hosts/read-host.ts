import { memoize } from '../../platform/memoize.ts';

/**
 * The name of a header `Host`, as the DNS compares it: in lower case, without its port and the dot of the root. It is
 * undefined for what is no name and no address; one of other letters than those of ASCII comes in Punycode.
 */
export const readHost = (header: string): string | undefined =>
  HOST.exec(header)?.[1]?.toLowerCase().replace(/\.$/, '');

const HOST = /^(\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/**
 * Whether a host is the service's own: that of BASE_URL, one of SERVED_HOSTS, an address, or a name without a dot.
 * The last two are how balancers and neighbours of the same network ask. No page of the public internet can have such a
 * name, so none can lead a browser here by it.
 */
export const isOwnHost = (
  { baseUrl, servedHosts }: { baseUrl: string; servedHosts: readonly string[] },
  host: string,
): boolean =>
  !host.includes('.') || ADDRESS.test(host) || host === hostnameOf(baseUrl) || servedHosts.includes(host);

const hostnameOf = memoize((url) => new URL(url).hostname);

// An address of IPv6 stands in brackets. Of IPv4 these are all: other notations are names to us, and served to nobody.
const ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
