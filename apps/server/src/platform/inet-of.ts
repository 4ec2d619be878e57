import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The address of a caller, in the one spelling by which networks, limits, pins and logs know it; null for what is none.
 * Proxies write it in many ways: with the port of the connection (Azure, IIS), an IPv6 address in brackets, in quotes and
 * with a hidden port as in `Forwarded`, with a zone, which says nothing about networks. An IPv4 address that a socket of both families shows
 * within IPv6 is the IPv4 address.
 *
 * @example
 * inetOf('203.0.113.7:54321'); // '203.0.113.7'
 * inetOf('[2001:DB8:0::1]:443'); // '2001:db8::1'
 */
export const inetOf = (address: string | undefined): string | null => {
  const bare = (address ?? '').trim().replace(QUOTES, '$1');
  // An address without a port is tried first: the last group of an IPv6 address may look like a port.
  const plain = [bare, bare.replace(PORT, '')].map(stripFrame).find((text) => isIP(text) !== 0);
  if (plain === undefined) return null;
  if (isIP(plain) === 4) return plain;
  // URL finds the IPv4 address within IPv6: ipaddr.js takes ::203.0.113.7 for the mapped one.
  const groups = plain.includes('.') ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;
  return ipaddr.process(groups).toString();
};

const QUOTES = /^"(.*)"$/s;
/** A port is a number; RFC 7239, section 6.3, has names for a hidden one. */
const PORT = /:(?:\d{1,5}|_[\w.-]+)$/;

/** A zone stands within or behind the brackets. */
const stripFrame = (text: string): string =>
  text.replace(/^\[([^[\]]*)\](%[^:]*)?$/, '$1').replace(/%.*$/s, '');
