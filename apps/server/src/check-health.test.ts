import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { chooseHost, choosePort, isAlive } from './check-health.ts';

it.each([
  ['api', {}, '3000'],
  ['all', { PORT: '8080', WORKER_PORT: '8081' }, '8080'],
  ['worker', {}, '3001'],
  ['worker', { PORT: '8080', WORKER_PORT: '8081' }, '8081'],
  // A name in a path is no role.
  ['/srv/worker/api', { PORT: '' }, '3000'],
])('a process of the role %s with %j is asked at port %s', (role, env, port) => {
  expect(choosePort(`node\0main.js\0${role}\0`, env)).toBe(port);
});

it.each([
  [undefined, '127.0.0.1'],
  ['', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '::1'],
])('a process with LISTEN_ADDRESS=%s is asked at %s', (LISTEN_ADDRESS, host) => {
  expect(chooseHost({ LISTEN_ADDRESS })).toBe(host);
});

it('is alive while /livez says 200, and not where nobody listens', async () => {
  const paths: string[] = [];
  let status = 200;
  const server = createServer(({ url }, response) => {
    paths.push(url!);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  expect(await isAlive(port)).toBe(true);
  status = 500;
  expect(await isAlive(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isAlive(port)).toBe(false);
  expect(paths).toEqual(['/livez', '/livez']);
});
