import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { admitAddress, type AddressPolicy } from './admit-address.ts';
import { REFUSED_PORTS } from './refused-ports.ts';

export type TargetUrlCheck =
  { ok: true; url: URL } | { ok: false; reason: 'blocked_url' | 'blocked_address'; message: string };

/**
 * Parses and vets a URL that a tenant gave, before it is stored and again before each use. What the host name
 * resolves to is judged at the time of each request, by resolveTarget.
 */
export const checkTargetUrl = (text: string, policy: AddressPolicy): TargetUrlCheck => {
  const malformed = findMalformation(text);
  if (malformed !== null) return refuse('blocked_url', malformed);
  const url = URL.parse(text);
  if (url === null) return refuse('blocked_url', 'The URL is not valid.');

  if (!admitHost(unwrapHost(url), policy)) {
    return refuse('blocked_address', 'The URL names an address that requests are not sent to.');
  }
  if (REFUSED_PORTS.has(Number(url.port || HTTPS_PORT))) {
    return refuse('blocked_url', `Port ${url.port} belongs to a service that does not speak HTTP.`);
  }
  if (url.hostname.endsWith('.')) return refuse('blocked_url', 'The host must not end with a dot.');
  if (!isPlainlySpelled(text, url)) return refuse('blocked_url', `Write the host as ${url.host}.`);
  return { ok: true, url };
};

export const HTTPS_PORT = 443;

/** The host as DNS and sockets take it: IPv6 literals without their brackets. */
export const unwrapHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** RFC 6761 section 6.3: these names are loopback whatever a DNS server says. */
export const isLocalhost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost');

const MAX_URL_LENGTH = 2048;

// Judged on the text, since the WHATWG parser mends all of these silently: it strips tabs and newlines, reads
// a backslash as a slash (https://good\@evil), skips extra slashes and drops an empty userinfo or fragment.
const findMalformation = (text: string): string | null => {
  if (text.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters.`;
  if (/[\p{Cc}\s\\]/u.test(text)) return 'The URL must not contain spaces, control characters or \\.';
  if (!/^https:\/\/[^/?#]/i.test(text)) return 'The URL must begin with https:// and a host.';
  if (text.includes('#')) return 'The URL must not have a fragment.';
  if (spelledAuthority(text).includes('@')) return 'The URL must not carry a user name or password.';
  return null;
};

const spelledAuthority = (text: string): string => text.slice('https://'.length).split(/[/?]/, 1)[0] ?? '';

const admitHost = (host: string, policy: AddressPolicy): boolean => {
  if (isIP(host) !== 0) return admitAddress(host, policy);
  return !isLocalhost(host) || policy.allowPrivateNetworks;
};

// 0x7f.1, 127。0。0。1 and %6cocalhost reach the checks above in canonical form and are judged there. To spell them
// so has no honest reason, and another parser (a proxy, a log, a reviewer) may read them otherwise.
const isPlainlySpelled = (text: string, url: URL): boolean => {
  const spelled = spelledAuthority(text).toLowerCase().replace(/:443$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return spelled === url.host || spelled === domainToUnicode(url.hostname) + port;
};

const refuse = (reason: 'blocked_url' | 'blocked_address', message: string): TargetUrlCheck => ({
  ok: false,
  reason,
  message,
});
