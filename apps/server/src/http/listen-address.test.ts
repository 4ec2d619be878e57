import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/read-config.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { listenHttp } from './listen-http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const listen = (host: string, port = 0, setting = 'PORT') =>
  listenHttp((_request, response) => response.end('here'), { port, host, setting }, server.context);
const ask = async (address: string, port: number): Promise<string> => {
  const reply = await fetch(`http://${address}:${port}/`).catch(() => undefined);
  return reply ? await reply.text() : 'nobody';
};

/** Every machine has all of 127.0.0.0/8; a machine in a network has addresses of its own besides. */
const OTHER_ADDRESSES = [
  '127.0.0.2',
  ...Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).flatMap(({ family, internal, address }) =>
      family === 'IPv4' && !internal ? [address] : [],
    ),
  ),
];

describe('LISTEN_ADDRESS', () => {
  it('127.0.0.1 listens there, and on no other address of the machine', async () => {
    const listener = await listen('127.0.0.1');
    expect(await ask('127.0.0.1', listener.port)).toBe('here');
    for (const address of OTHER_ADDRESSES) expect(await ask(address, listener.port)).toBe('nobody');
    await listener.close();
  });

  it('0.0.0.0, which is the default, listens on all of them', async () => {
    const listener = await listen('0.0.0.0');
    for (const address of ['127.0.0.1', ...OTHER_ADDRESSES])
      expect(await ask(address, listener.port)).toBe('here');
    await listener.close();
  });

  it('an address of another machine is told as the setting that names it', async () => {
    const refused = listen('203.0.113.7');
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      'LISTEN_ADDRESS: 203.0.113.7 is no address of this machine; set one that is',
    );
  });

  it('a port that is taken on that address is told as the setting of the port', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    await expect(listen('127.0.0.1', port, 'WORKER_PORT')).rejects.toThrow(
      `WORKER_PORT: ${port} is in use; set another`,
    );
    await new Promise((resolve) => holder.close(resolve));
  });
});
