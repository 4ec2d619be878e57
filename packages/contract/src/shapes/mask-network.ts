/* Spells each network in one way, for the service and the SDK's fake. */

/**
 * A network in CIDR notation without the bits of a host in it, IPv6 as RFC 5952 writes it. One of IPv4 addresses that
 * are written within IPv6 is the IPv4 network, as which those addresses are known.
 *
 * @example
 * maskNetwork('10.0.0.1/8'); // '10.0.0.0/8'
 * maskNetwork('2001:DB8:0:0::1/32'); // '2001:db8::/32'
 * maskNetwork('::ffff:cb00:7107/120'); // '203.0.113.0/24'
 */
export const maskNetwork = (network: string): string => {
  const [address = '', size = ''] = network.split('/');
  const isV6 = address.includes(':');
  const width = isV6 ? 16 : 8;
  const groups = isV6 ? readGroups(address) : address.split('.').map(Number);
  const masked = groups.map((group, index) => group & maskOf(Number(size) - index * width, width));
  if (isV6 && Number(size) >= MAPPED_BITS && MAPPED.every((group, index) => masked[index] === group))
    return `${writeMapped(masked)}/${Number(size) - MAPPED_BITS}`;
  return `${isV6 ? writeGroups(masked) : masked.join('.')}/${size}`;
};

/** The network of IPv4 addresses within IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const MAPPED_BITS = 96;

const writeMapped = (groups: number[]): string =>
  groups
    .slice(MAPPED.length)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');

/** Only the first `bits` of the group belong to the network. */
const maskOf = (bits: number, width: number): number =>
  2 ** width - 2 ** (width - Math.min(Math.max(bits, 0), width));

const readGroups = (address: string): number[] => {
  const [front = [], back = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
};

const writeGroups = (groups: number[]): string => {
  const text = groups.map((group) => group.toString(16)).join(':');
  const [longest] = (text.match(/\b0(?::0)+\b/g) ?? []).sort((one, other) => other.length - one.length);
  return longest === undefined ? text : text.replace(new RegExp(`(^|:)${longest}(:|$)`), '::');
};
