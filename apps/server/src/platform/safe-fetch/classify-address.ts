import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoize } from '../memoize.ts';

export type AddressClass = 'public' | 'private' | 'forbidden';

export type AddressPolicy = {
  /** The host's operator may admit receivers in loopback, private and shared address space. */
  allowPrivateNetworks: boolean;
};

/** The host's operator may admit `private`, and nobody `forbidden`, such as what isn't understood. */
export const classifyAddress = (address: string): AddressClass => classifyKnown(address);

export const admitAddress = (address: string, policy: AddressPolicy): boolean => {
  const addressClass = classifyAddress(address);
  return addressClass === 'public' || (addressClass === 'private' && policy.allowPrivateNetworks);
};

const classify = (address: string): AddressClass => {
  // isIP lets a zone id through (fe80::1%eth0), which names an interface of this host.
  if (isIP(address) === 0 || address.includes('%')) return 'forbidden';
  const parsed = ipaddr.parse(address);
  for (const { network, bits, addressClass } of RANGES) {
    if (network.kind() === parsed.kind() && parsed.match(network, bits)) return addressClass;
  }
  return parsed.kind() === 'ipv4' ? 'public' : 'forbidden';
};

// Parsing an IPv6 address costs more than all else that is judged of a request. The ranges never change.
const classifyKnown = memoize(classify);

/** The first match decides. Sources: IANA's special-purpose address registries, RFC 6890 and its updates. */
const RANGES = (
  [
    // Metadata services inside ranges that are otherwise private or public.
    ['100.100.100.200/32', 'forbidden'], // Alibaba Cloud
    ['168.63.129.16/32', 'forbidden'], // Azure's platform address, in public space
    ['fd00:ec2::/32', 'forbidden'], // AWS: metadata, DNS, time
    ['fd20:ce::254/128', 'forbidden'], // Google Cloud
    ['fd00:42::42/128', 'forbidden'], // Scaleway
    ['fd00:c1::a9fe:a9fe/128', 'forbidden'], // Oracle Cloud

    ['10.0.0.0/8', 'private'],
    ['100.64.0.0/10', 'private'], // RFC 6598; overlay networks and clusters number their hosts from it
    ['127.0.0.0/8', 'private'],
    ['172.16.0.0/12', 'private'],
    ['192.168.0.0/16', 'private'],

    ['0.0.0.0/8', 'forbidden'], // "this network": Linux connects 0.0.0.0 to loopback
    ['169.254.0.0/16', 'forbidden'], // link-local, and most clouds' metadata
    ['192.0.0.0/24', 'forbidden'], // IETF protocol assignments, Oracle's old metadata
    ['192.0.2.0/24', 'forbidden'], // documentation
    ['192.31.196.0/24', 'forbidden'], // AS112
    ['192.52.193.0/24', 'forbidden'], // AMT relays
    ['192.88.99.0/24', 'forbidden'], // 6to4 relays
    ['192.175.48.0/24', 'forbidden'], // AS112
    ['198.18.0.0/15', 'forbidden'], // benchmarking
    ['198.51.100.0/24', 'forbidden'], // documentation
    ['203.0.113.0/24', 'forbidden'], // documentation
    ['224.0.0.0/4', 'forbidden'], // multicast
    ['240.0.0.0/4', 'forbidden'], // reserved, broadcast

    ['::1/128', 'private'],
    ['fc00::/7', 'private'],

    // Inside 2000::/3, the only block of global unicast.
    ['2001::/23', 'forbidden'], // IETF protocol assignments: Teredo, benchmarking, ORCHID
    ['2001:db8::/32', 'forbidden'], // documentation
    ['2002::/16', 'forbidden'], // 6to4 carries any IPv4 address
    ['2620:4f:8000::/48', 'forbidden'], // AS112
    ['3fff::/20', 'forbidden'], // documentation
    ['2000::/3', 'public'],
    // All other IPv6 is forbidden, such as NAT64, IPv4-mapped, link-local and multicast.
  ] as const
).map(([cidr, addressClass]) => {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return { network, bits, addressClass };
});
