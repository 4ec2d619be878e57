import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createServer as createTls, TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuthority } from '../testing/create-test-authority.ts';
import { listenOnLoopback } from '../testing/listen-on-loopback.ts';
import { runAdmin } from '../testing/run-admin.ts';
import { startEgressProxy, type StartedEgressProxy } from '../testing/start-egress-proxy.ts';
import { startTimestampAuthority } from '../testing/start-timestamp-authority.ts';
import { useDoctor } from './testing/use-doctor.ts';

const authority = createTestAuthority();
const tls = authority.issue({}, '*.company.example');
const { base } = useDoctor();

const closes: (() => unknown)[] = [];
let env: Record<string, string>;
let proxy: StartedEgressProxy;
let caFile: string;
const ports: Record<string, number> = {};

const portOf = (url: string): number => Number(new URL(url).port);

const joinSockets = (one: Socket, port: number): void => {
  const other = connect(port, '127.0.0.1');
  for (const socket of [one, other]) socket.on('error', () => other.destroy());
  one.on('error', () => one.destroy());
  one.pipe(other).pipe(one);
};

/** Speaks TLS before a server that does not. */
const secure = async (name: string, port: number): Promise<void> => {
  const server = createTls(tls, (socket) => joinSockets(socket, port));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => server.close());
  ports[name] = (server.address() as AddressInfo).port;
};

/** PostgreSQL asks for TLS in words of its own first, which are answered with one letter. */
const securePostgres = async (port: number): Promise<void> => {
  const { cert, key } = authority.issue();
  const server = createTcp((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      joinSockets(new TLSSocket(socket, { isServer: true, cert, key }), port);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => server.close());
  ports['database'] = (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-company-'));
  closes.push(() => rm(folder, { recursive: true }));
  caFile = join(folder, 'company.pem');
  await writeFile(caFile, authority.ca);

  const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  closes.push(() => new Promise<void>((resolve) => mail.close(resolve)));
  const sms = await listenOnLoopback(createHttp((_request, response) => response.writeHead(405).end()));
  const bucket = await listenOnLoopback(createHttp(keepObjects()));
  const tsa = await startTimestampAuthority();
  closes.push(sms.close, bucket.close, tsa.close);
  await secure('mail', (mail.server.address() as AddressInfo).port);
  await secure('sms', sms.port);
  await secure('objects', bucket.port);
  await secure('authorities', portOf(tsa.url));
  await securePostgres(portOf(base().DATABASE_URL));
  proxy = await startEgressProxy({ password: 'proxy-s3cret' });
  closes.push(proxy.close);

  const database = new URL(base().DATABASE_URL);
  env = {
    ...base(),
    DATABASE_URL: Object.assign(database, {
      hostname: 'localhost',
      port: String(ports['database']),
      search: '?sslmode=verify-full',
    }).href,
    SMTP_URL: `smtps://mail.company.example:${ports['mail']}`,
    SMS_URL: `https://sms.company.example:${ports['sms']}/`,
    S3_URL: `https://key:secret@s3.company.example:${ports['objects']}/evidence`,
    TSA_URLS: `https://tsa.company.example:${ports['authorities']}`,
    TSA_CA_FILE: tsa.caFile,
    HTTPS_PROXY: proxy.url,
  };
});
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

/** The name of the host says no more here, as it would to a server of S3 that has a bucket for each. */
const keepObjects = (): RequestListener => {
  const objects = new Map<string, Buffer>();
  return (request, response) => {
    const key = request.url!.split('?')[0]!;
    void buffer(request).then((bytes) => {
      if (request.method === 'PUT') objects.set(key, bytes);
      response.end(request.method === 'GET' ? objects.get(key) : undefined);
    });
  };
};

const PARTS = ['authorities', 'database', 'mail', 'objects', 'sms'];

/** A process of its own, since Node.js reads NODE_EXTRA_CA_CERTS at its start. */
const examine = async (more: Record<string, string> = {}) => {
  const { stdout } = await runAdmin({ ...env, ...more }, 'doctor', '--json');
  expect(stdout).not.toContain('proxy-s3cret');
  const findings = JSON.parse(stdout) as { part: string; state: string; words: string }[];
  return findings.filter(({ part }) => PARTS.includes(part));
};

describe('servers of a company, with certificates of its own authority, behind its proxy', () => {
  it('are trusted with NODE_EXTRA_CA_CERTS: mail, SMS, S3, a timestamp authority and PostgreSQL', async () => {
    const findings = await examine({ NODE_EXTRA_CA_CERTS: caFile });
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(new Set(findings.map(({ part }) => part))).toEqual(new Set(PARTS));
    const host = new URL(proxy.url).host;
    for (const { part, words } of findings) {
      const isProxied = part !== 'database';
      expect([part, words.includes(`Asked through the proxy ${host}.`)]).toEqual([part, isProxied]);
    }
    const asked = new Set(proxy.asked);
    for (const [name, port] of Object.entries(ports)) {
      const wasAsked = [...asked].some((each) => each.endsWith(`.company.example:${port}`));
      expect([name, wasAsked]).toEqual([name, name !== 'database']);
    }
  });

  it('are not without, and each finding names the setting', async () => {
    const findings = await examine();
    const wrong = findings.filter(({ state }) => state === 'wrong');
    expect(new Set(wrong.map(({ part }) => part))).toEqual(new Set(PARTS));
    for (const { part, words } of wrong) {
      expect([part, words]).toEqual([part, expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
    }
  });
});
