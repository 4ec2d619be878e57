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
  // An address as it stands has no port: the last group of an IPv6 address may look like one.
  const plain = [bare, bare.replace(PORT, '')].map(stripFrame).find((text) => isIP(text) !== 0);
  if (plain === undefined) return null;
  if (isIP(plain) === 4) return plain;
  // URL tells which IPv4 address lies within IPv6: ipaddr.js takes ::203.0.113.7 for the mapped one.
  const groups = plain.includes('.') ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;
  return ipaddr.process(groups).toString();
};

const QUOTES = /^"(.*)"$/s;
/** A connection has a number; RFC 7239, section 6.3, has names for a port that is hidden. */
const PORT = /:(?:\d{1,5}|_[\w.-]+)$/;

/** Strips brackets, and a zone within or behind them. */
const stripFrame = (text: string): string =>
  text.replace(/^\[([^[\]]*)\](%[^:]*)?$/, '$1').replace(/%.*$/s, '');
