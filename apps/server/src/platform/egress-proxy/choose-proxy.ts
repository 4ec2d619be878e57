import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The proxies through which this host lets its processes out, and what they are not asked for. */
export type EgressProxies = {
  httpsProxy: URL | undefined;
  httpProxy: URL | undefined;
  noProxy: readonly NoProxy[];
};

/** An entry of NO_PROXY: a name with all below it, an address, a network, or everything. */
export type NoProxy = { host: string; port: number | undefined };

export const NO_PROXIES: EgressProxies = { httpsProxy: undefined, httpProxy: undefined, noProxy: [] };

/** Whither: `host` is a name or a bare address. A mail server counts as https. */
export type Destination = { protocol: 'https:' | 'http:'; host: string; port: number };

/** Undefined where the way is straight. This machine itself is never asked through a proxy. */
export const chooseProxy = (
  { httpsProxy, httpProxy, noProxy }: EgressProxies,
  { protocol, host, port }: Destination,
): URL | undefined => {
  const proxy = protocol === 'https:' ? httpsProxy : httpProxy;
  if (!proxy) return undefined;
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isLoopback(name)) return undefined;
  const isPast = noProxy.some((entry) => (entry.port ?? port) === port && covers(entry.host, name));
  return isPast ? undefined : proxy;
};

export const destinationOf = ({ protocol, hostname, port }: URL): Destination => ({
  protocol: protocol === 'http:' ? 'http:' : 'https:',
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: Number(port) || (USUAL_PORTS[protocol] ?? 443),
});

const USUAL_PORTS: Record<string, number> = { 'http:': 80, 'smtp:': 587, 'smtps:': 465 };

const isLoopback = (host: string): boolean =>
  /^(.+\.)?localhost$/.test(host) || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback');

const covers = (entry: string, host: string): boolean => {
  if (entry === '*') return true;
  if (isIP(host) === 0) return host === entry || host.endsWith(`.${entry}`);
  if (!entry.includes('/')) return isIP(entry) !== 0 && sameAddress(entry, host);
  const [network, bits] = ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(host);
  return address.kind() === network.kind() && address.match(network, bits);
};

const sameAddress = (one: string, other: string): boolean =>
  ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();

/**
 * Reads NO_PROXY: `db.internal,.example.com,10.0.0.0/8,[::1]:8080`, separated by commas or blanks. A dot or `*.` before
 * a name makes no difference. Undefined when an entry is none of that.
 */
export const parseNoProxy = (text: string): NoProxy[] | undefined => {
  const entries = text.split(/[\s,]+/).filter((part) => part !== '');
  const read = entries.map(parseEntry);
  return read.every((entry) => entry !== undefined) ? read : undefined;
};

const parseEntry = (text: string): NoProxy | undefined => {
  const [, bracketed, bare, port] =
    /^(?:\[([^\]]+)\]|([^:]+|[\da-fA-F:.]+(?:\/\d+)?))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = (bracketed ?? bare ?? '').toLowerCase().replace(/^(\*\.|\.)/, '');
  if (!isHost(host)) return undefined;
  return { host, port: port === undefined ? undefined : Number(port) };
};

const isHost = (host: string): boolean =>
  host === '*' ||
  isIP(host) !== 0 ||
  ipaddr.isValidCIDR(host) ||
  /^[a-z\d_]([a-z\d._-]*[a-z\d_])?$/.test(host);
