import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { findDotAtEnd, findUrlFault, spelledAuthority } from '@field-inspection/rules';
import { admitAddress, type AddressPolicy } from './classify-address.ts';

export type TargetUrlCheck =
  { ok: true; url: URL } | { ok: false; reason: 'blocked_url' | 'blocked_address'; message: string };

export type TargetPolicy = AddressPolicy & {
  /**
   * `signed_answers`: plain http is taken, too, since these answers bear a signature. Responders and revocation lists
   * are only there, since whoever checks certificates can't rely on one to get there (RFC 5280, section 8).
   *
   * @default 'private'
   */
  content?: 'private' | 'signed_answers';
};

/** Before a URL is stored and before each use. resolveTarget judges what its host name resolves to. */
export const checkTargetUrl = (text: string, policy: TargetPolicy): TargetUrlCheck => {
  const fault = findUrlFault(text, policy.content === 'signed_answers');
  if (fault !== null) return refuse('blocked_url', fault);
  const url = new URL(text);
  if (!admitHost(unwrapHost(url), policy)) {
    return refuse('blocked_address', 'The URL names an address that requests are not sent to.');
  }
  if (REFUSED_PORTS.has(portOf(url))) {
    return refuse('blocked_url', `Port ${url.port} belongs to a service that does not speak HTTP.`);
  }
  const dot = findDotAtEnd(url);
  if (dot !== null) return refuse('blocked_url', dot);
  if (!isPlainlySpelled(text, url)) return refuse('blocked_url', `Write the host as ${url.host}.`);
  return { ok: true, url };
};

export const HTTPS_PORT = 443;

const HTTP_PORT = 80;

const portOf = ({ port, protocol }: URL): number => Number(port === '' ? defaultPortOf(protocol) : port);

const defaultPortOf = (protocol: string): number => (protocol === 'http:' ? HTTP_PORT : HTTPS_PORT);

export const unwrapHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** RFC 6761 section 6.3: these names are loopback whatever a DNS server says. */
export const isLocalhost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost');

const admitHost = (host: string, policy: AddressPolicy): boolean => {
  if (isIP(host) !== 0) return admitAddress(host, policy);
  return !isLocalhost(host) || policy.allowPrivateNetworks;
};

// A spelling as 0x7f.1, 127。0。0。1 or %6cocalhost has no honest reason, and another parser (a proxy, a log, a reviewer)
// may read it otherwise.
const isPlainlySpelled = (text: string, url: URL): boolean => {
  const usual = `:${defaultPortOf(url.protocol)}`;
  const written = spelledAuthority(text).toLowerCase();
  const spelled = written.endsWith(usual) ? written.slice(0, -usual.length) : written;
  const port = url.port === '' ? '' : `:${url.port}`;
  return spelled === url.host || spelled === domainToUnicode(url.hostname) + port;
};

const refuse = (reason: 'blocked_url' | 'blocked_address', message: string): TargetUrlCheck => ({
  ok: false,
  reason,
  message,
});

/**
 * Services on these ports don't speak HTTP: a request would at best be noise in a mail server, at worst commands. The
 * first block is the WHATWG Fetch Standard's list of bad ports; the second, databases, queues and remote control, which
 * that list leaves out.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],

  ...[445, 873, 3389, 5900], // SMB, rsync, remote desktop, VNC
  ...[1433, 1434, 1521, 2483, 2484], // SQL Server, Oracle
  ...[3306, 33060], // MySQL
  ...[5432, 6432, 26257], // PostgreSQL, PgBouncer, CockroachDB
  ...[6379, 6380, 16379, 26379, 11211], // Redis, its bus and sentinel, memcached
  ...[27017, 27018, 27019, 9042, 9160, 9300], // MongoDB, Cassandra, Elasticsearch transport
  ...[1883, 8883, 2181, 4222, 5671, 5672, 9092, 61613, 61616], // MQTT, ZooKeeper, NATS, AMQP, Kafka, STOMP
  ...[3268, 3269], // Active Directory's catalogue
]);
