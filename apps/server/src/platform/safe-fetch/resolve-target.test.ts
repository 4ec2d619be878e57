import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { lookupAddresses, type LookupOptions } from './resolve-target.ts';

const A = 1;
const CNAME = 5;
const AAAA = 28;

type DnsRecord = { name: string; type: number; value: Buffer };
type Zone = (name: string, type: number) => DnsRecord[] | null;

const servers: Socket[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('lookupAddresses', () => {
  it('gives every address of both families, IPv4 first', async () => {
    const zone: Zone = (name, type) =>
      type === A ? [ipv4(name, '192.0.2.1'), ipv4(name, '10.0.0.1')] : [ipv6(name, '20010db8', 1)];
    await expect(lookUp('receiver.test', zone)).resolves.toEqual(['192.0.2.1', '10.0.0.1', '2001:db8::1']);
  });

  it('follows a CNAME chain to its addresses, so that these are judged', async () => {
    const zone: Zone = (name, type) => {
      if (type !== A) return [];
      return [alias(name, 'hop.test'), alias('hop.test', 'end.test'), ipv4('end.test', '169.254.169.254')];
    };
    await expect(lookUp('receiver.test', zone)).resolves.toEqual(['169.254.169.254']);
  });

  it('does with the A answers where the name server drops AAAA', async () => {
    const zone: Zone = (name, type) => (type === A ? [ipv4(name, '192.0.2.1')] : null);
    await expect(lookUp('receiver.test', zone, { queryTimeoutMs: 50 })).resolves.toEqual(['192.0.2.1']);
  });

  it('gives no address for a name that has none', async () => {
    await expect(lookUp('receiver.test', () => [])).resolves.toEqual([]);
  });

  it('asks the system about a name that DNS does not know only where the operator says so', async () => {
    // getaddrinfo knows a literal by itself, so the test needs no entry in a hosts file.
    await expect(lookUp('127.0.0.1', () => [], { useHostsFile: true })).resolves.toEqual(['127.0.0.1']);
    await expect(lookUp('127.0.0.1', () => [], { useHostsFile: false })).resolves.toEqual([]);
  });

  it('gives up when told to, while the name server is silent', async () => {
    const controller = new AbortController();
    const zone: Zone = () => {
      controller.abort();
      return null;
    };
    await expect(lookUp('receiver.test', zone, { signal: controller.signal })).resolves.toEqual([]);
  });

  it('takes localhost for loopback without asking anybody', async () => {
    const asked: string[] = [];
    const zone: Zone = (name) => {
      asked.push(name);
      return [];
    };
    await expect(lookUp('localhost', zone)).resolves.toEqual(['127.0.0.1', '::1']);
    await expect(lookUp('hook.localhost', zone)).resolves.toEqual(['127.0.0.1', '::1']);
    expect(asked).toEqual([]);
  });
});

const lookUp = async (
  hostname: string,
  zone: Zone,
  options: Partial<LookupOptions> = {},
): Promise<string[]> => {
  const server = createSocket('udp4', (query, from) => {
    const answer = answerQuery(query, zone);
    if (answer !== null) server.send(answer, from.port, from.address);
  });
  servers.push(server);
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return lookupAddresses(hostname, {
    signal: new AbortController().signal,
    useHostsFile: false,
    servers: [`127.0.0.1:${server.address().port}`],
    ...options,
  });
};

// RFC 1035 section 4: a header of 12 bytes, the question, the answers; no compression.
const answerQuery = (query: Buffer, zone: Zone): Buffer | null => {
  const end = query.indexOf(0, 12) + 1;
  const records = zone(decodeName(query.subarray(12, end)), query.readUInt16BE(end));
  if (records === null) return null;
  const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  query.copy(header, 0, 0, 2);
  return Buffer.concat([header, query.subarray(12, end + 4), ...records.map(encodeRecord)]);
};

const encodeRecord = ({ name, type, value }: DnsRecord): Buffer => {
  const fixed = Buffer.from([0, type, 0, 1, 0, 0, 0, 1, 0, value.length]);
  return Buffer.concat([encodeName(name), fixed, value]);
};

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.from([0]),
  ]);

const decodeName = (bytes: Buffer): string => {
  const length = bytes[0] ?? 0;
  if (length === 0) return '';
  const label = bytes.subarray(1, 1 + length).toString('latin1');
  return [label, decodeName(bytes.subarray(1 + length))].filter(Boolean).join('.');
};

const ipv4 = (name: string, address: string): DnsRecord => ({
  name,
  type: A,
  value: Buffer.from(address.split('.').map(Number)),
});

const ipv6 = (name: string, prefixHex: string, last: number): DnsRecord => ({
  name,
  type: AAAA,
  value: Buffer.concat([Buffer.from(prefixHex, 'hex'), Buffer.alloc(11), Buffer.from([last])]),
});

const alias = (name: string, to: string): DnsRecord => ({ name, type: CNAME, value: encodeName(to) });
