import { z } from 'zod';
import { maskNetwork } from './mask-network.ts';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}\\/(?:3[0-2]|[12]?\\d)`;

// `::` leaves out at least one group, anywhere.
const GROUP = '[0-9a-fA-F]{1,4}';
const SHORTENED = [1, 2, 3, 4, 5, 6].map((count) => `(?:${GROUP}:){1,${count}}(?::${GROUP}){1,${7 - count}}`);
const ADDRESS = [
  `(?:${GROUP}:){7}${GROUP}`,
  ...SHORTENED,
  `(?:${GROUP}:){1,7}:`,
  `:(?::${GROUP}){1,7}`,
  '::',
];
const IPV6 = `(?:${ADDRESS.join('|')})\\/(?:12[0-8]|1[01]\\d|[1-9]?\\d)`;

/**
 * A network in CIDR notation, IPv4 or IPv6. One address is a network, too: `203.0.113.7/32`. It is kept without the bits
 * of a host in it.
 *
 * @example
 * Network.parse('2001:db8::/32'); // '2001:db8::/32'
 * Network.parse('10.0.0.1/8'); // '10.0.0.0/8'
 * Network.safeParse('203.0.113.7').success; // false: it says no size
 */
export const Network = z
  .string()
  .regex(new RegExp(`^(?:${IPV4}|${IPV6})$`), 'must be a network such as 203.0.113.0/24 or 2001:db8::/32')
  .transform(maskNetwork)
  .meta({ description: 'A network in CIDR notation, IPv4 or IPv6', example: '203.0.113.0/24' });
