import { isIP } from 'node:net';

/**
 * An address as PostgreSQL compares it with networks; null for what is none. An IPv4 address that a socket of both
 * families shows within IPv6 is the IPv4 address, and a zone says nothing about networks.
 */
export const inetOf = (address: string | undefined): string | null => {
  const [plain = ''] = (address ?? '').split('%');
  const family = isIP(plain);
  if (family === 0) return null;
  return family === 6 ? (readMapped(plain) ?? plain) : plain;
};

// As a URL the address has one spelling: the mapped ones end with the IPv4 address as two groups.
const readMapped = (address: string): string | undefined => {
  const groups = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!groups) return undefined;
  const numbers = groups.slice(1).map((group) => parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
};
