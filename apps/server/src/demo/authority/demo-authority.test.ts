import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDemoAuthority, type DemoAuthority } from './ensure-demo-authority.ts';
import { issueLocalhostCertificate } from '../../testing/issue-localhost-certificate.ts';
import { makeName, signCertificate, validFor } from './sign-certificate.ts';

let dir: string;
let authority: DemoAuthority;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'demo-authority-'));
  authority = await ensureDemoAuthority({ dir });
});

afterAll(() => rm(dir, { recursive: true, force: true }));

it('keeps the key from everybody but its owner', async () => {
  expect((await stat(authority.caKeyFile)).mode & 0o777).toBe(0o600);
});

it('is a certificate authority that can make no further authorities', async () => {
  const certificate = new X509Certificate(await readFile(authority.caFile));
  expect(certificate.ca).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
});

it('stays the same over restarts, also when several start at once', async () => {
  const other = await mkdtemp(path.join(dir, 'several-'));
  const made = await Promise.all([1, 2, 3, 4].map(() => ensureDemoAuthority({ dir: other })));
  const text = await readFile(made[0]!.caFile, 'utf8');
  await ensureDemoAuthority({ dir: other });
  expect(await readFile(made[3]!.caFile, 'utf8')).toBe(text);
  expect(await readdir(other)).toEqual(['demo-authority']);
});

it.each(['localhost', '127.0.0.1', '[::1]'])('is trusted by a client of https://%s', async (host) => {
  expect(await request({ host, names: undefined })).toBe(204);
});

it('is not trusted for a name of its constraints that the certificate lacks', async () => {
  await expect(request({ host: 'localhost', names: ['127.0.0.1'] })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

it.each([{ names: ['example.com'] }, { names: ['localhost', 'example.com'] }, { names: ['10.0.0.1'] }])(
  'can vouch for nobody outside this machine: $names',
  async ({ names }) => {
    // The name is localhost, so that the name is not what refuses.
    await expect(request({ host: 'localhost', names })).rejects.toThrow('permitted subtree violation');
  },
);

it('is not what a stranger with the same name signs with', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = makeName('Field Inspection demo authority (localhost only)');
  const forged = signCertificate(
    { subject: name, publicKey, extensions: [], validity: validFor(1) },
    { name, key: privateKey },
  );
  const real = new X509Certificate(await readFile(authority.caFile));
  expect(new X509Certificate(forged).verify(real.publicKey)).toBe(false);
});

async function request({ host, names }: { host: string; names: string[] | undefined }): Promise<number> {
  const certificate = await issueLocalhostCertificate({ ...authority, ...(names && { names }) });
  const server = createServer(certificate, (_, response) => void response.writeHead(204).end());
  server.listen(0, host === '[::1]' ? '::1' : '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = await readFile(authority.caFile);
  try {
    // family: localhost may resolve to ::1 first, where this server does not listen.
    const outgoing = get(`https://${host}:${port}/`, {
      ca,
      agent: false,
      ...(host === 'localhost' && { family: 4 }),
    });
    const [response] = await once(outgoing, 'response');
    response.resume();
    return response.statusCode;
  } finally {
    server.close();
  }
}
