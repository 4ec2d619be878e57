import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuthority } from '../../apps/server/src/testing/create-test-authority.ts';
import { installRuntimes, nodeOf } from '../../packages/sdk/consumers/install-runtimes.ts';
import { bundle } from '../../packages/sdk/src/testing/bundle.ts';
import { serveFake } from '../code-blocks/serve-fake.ts';

/* The recipe for proxies as it stands, under the Node.js that it names, through a proxy that knows CONNECT alone. */
const ROOT = join(import.meta.dirname, '../..');
const page = await readFile(join(ROOT, 'docs/recipes.md'), 'utf8');
const section = page.split('\n## Behind a proxy\n')[1]!;
const code = /^```ts\n([^]*?)^```$/m.exec(section)![1]!;
const [shell] = /^NODE_USE_ENV_PROXY.*$/m.exec(section)!;
/** The same program without undici: what the environment says must do. */
const plain = code
  .replace(/^import \{ EnvHttp.*\n/m, '')
  .replace(/^(\/\/ By|const dispatcher).*\n/gm, '')
  .replace(/new FieldInspection\([^;]*\)/, 'new FieldInspection()');

let fake: Awaited<ReturnType<typeof serveFake>>;
let service: { origin: string; close: () => void };
let proxy: Awaited<ReturnType<typeof startProxy>>;
let folder: string;
beforeAll(async () => {
  await installRuntimes();
  folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  fake = await serveFake();
  service = await serveTls(fake.baseUrl);
  proxy = await startProxy();
  const sdk = join(folder, 'node_modules/@field-inspection/sdk');
  await mkdir(sdk, { recursive: true });
  await writeFile(join(sdk, 'package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(join(sdk, 'index.js'), await bundle('FieldInspection', 'index.ts'));
  const undici = join(ROOT, 'packages/sdk/consumers/runtimes/node_modules/undici');
  await symlink(undici, join(folder, 'node_modules/undici'));
  await writeFile(join(folder, 'undici.mjs'), code);
  await writeFile(join(folder, 'plain.mjs'), plain);
});
afterAll(async () => {
  proxy.close();
  service.close();
  await fake.close();
  await rm(folder, { recursive: true });
});

describe.each([
  ['20', 'undici.mjs'],
  ['24', 'undici.mjs'],
  ['22', 'plain.mjs'],
  ['24', 'plain.mjs'],
])('under Node.js %s, %s', (node, program) => {
  const settings = program === 'plain.mjs' ? { NODE_USE_ENV_PROXY: '1' } : {};

  it('goes through the proxy, by CONNECT', async () => {
    const before = proxy.asked.length;
    const { id } = await run({ HTTPS_PROXY: proxy.url, ...settings });
    expect(fake.service.sessions()).toContainEqual(expect.objectContaining({ id, notes: 'Behind a proxy' }));
    expect(proxy.asked.slice(before)).toEqual([new URL(service.origin).host]);
  });

  it('goes past it for who is in NO_PROXY', async () => {
    const before = proxy.asked.length;
    await run({ HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost', ...settings });
    expect(proxy.asked.length).toBe(before);
  });

  async function run(env: Record<string, string>) {
    const given = {
      FIELD_INSPECTION_BASE_URL: service.origin,
      FIELD_INSPECTION_API_KEY: fake.apiKey,
      NODE_EXTRA_CA_CERTS: join(folder, 'root.pem'),
      ...env,
    };
    const options = { cwd: folder, env: given, timeout: 240_000 };
    const { stdout } = await promisify(execFile)(nodeOf(node), [program], options);
    return { id: stdout.trim() };
  }
});

it('the environment that the recipe shows is what was tried', () => {
  expect(shell.match(/\b[A-Z_]+(?==)/g)).toEqual(['NODE_USE_ENV_PROXY', 'HTTPS_PROXY', 'NO_PROXY']);
});

/** The service behind TLS, since a proxy sees of that what CONNECT says, and no more. */
async function serveTls(baseUrl: string) {
  const authority = createTestAuthority();
  await writeFile(join(folder, 'root.pem'), authority.ca);
  const server = createHttpsServer(authority.issue(), (call, reply) => {
    const { method, url, headers } = call;
    const onward = request(baseUrl + url!, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    call.pipe(onward);
  });
  return { origin: `https://localhost:${await listen(server)}`, close: () => server.close() };
}

async function startProxy() {
  const asked: string[] = [];
  const server = createHttpServer((_, reply) => reply.writeHead(405).end());
  server.on('connect', ({ url = '' }, client) => {
    asked.push(url);
    const { port } = new URL(`http://${url}`);
    const onward = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked, close: () => server.close() };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
