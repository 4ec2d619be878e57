import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SafeFetch } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { createTestAuthority } from '../../../testing/create-test-authority.ts';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { useTestReceivers } from '../../../testing/use-test-receivers.ts';

const KIB = 1024;
const authority = createTestAuthority();
const { receive, receiveTcp, open } = useTestReceivers();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const deliverTo = async (url: string, safeFetch: SafeFetch) => {
  const { context } = server;
  const { organisationId } = await seedOrganisation(context);
  const endpoint = await seedWebhookEndpoint(context, { organisationId, url });
  await publishTestEvent(context, organisationId);
  await runDueJobs({ ...context, safeFetch });
  const delivery = await context.database.prisma.webhookDelivery.findFirstOrThrow({
    where: { endpoint_id: endpoint.id },
  });
  const attempts = await context.database.prisma.webhookAttempt.findMany({
    where: { delivery_id: delivery.id },
  });
  const [attempt] = attempts;
  return {
    status: delivery.status,
    dueInMs: delivery.next_attempt_at && delivery.next_attempt_at.getTime() - server.clock.now().getTime(),
    answer: attempt!.response_status ?? attempt!.error_class,
    excerptLength: attempt!.response_excerpt?.length ?? 0,
    attempts: attempts.length,
  };
};

const FAILED = { status: 'failed', dueInMs: 30_000, attempts: 1 };
const DELIVERED = { status: 'delivered', dueInMs: null, attempts: 1 };

const pour = (socket: Socket, chunk: Buffer | string): void => {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
};
const head = (status: number, ...lines: string[]) => [`HTTP/1.1 ${status} X`, ...lines, '', ''].join('\r\n');

describe('whatever the receiver does has its outcome in the log, and a retry by the schedule', () => {
  test.each<[string, object, number | string, (socket: TLSSocket) => void]>([
    ['204', DELIVERED, 204, (socket) => socket.write(head(204))],
    ['299', DELIVERED, 299, (socket) => socket.write(head(299, 'content-length: 0'))],
    ['500', FAILED, 500, (socket) => socket.write(head(500, 'content-length: 0'))],
    [
      'a redirect to the metadata address',
      FAILED,
      307,
      (socket) => socket.write(head(307, 'location: https://169.254.169.254/', 'content-length: 0')),
    ],
    ['silence', FAILED, 'timeout', () => {}],
    ['headers, then silence', FAILED, 'timeout', (socket) => socket.write(head(200, 'content-length: 9'))],
    ['a reset', FAILED, 'reset', (socket) => socket.destroy()],
    ['no HTTP', FAILED, 'protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    [
      'a flood of interim answers',
      FAILED,
      'protocol',
      (socket) => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)),
    ],
  ])('%s', async (_, outcome, answer, behave) => {
    const receiver = await receive(authority.issue(), behave);
    const safeFetch = open({ ca: authority.ca, timeoutMs: answer === 'timeout' ? 300 : 10_000 });
    await expect(deliverTo(`https://127.0.0.1:${receiver.port}/`, safeFetch)).resolves.toMatchObject({
      ...outcome,
      answer,
    });
  });

  test('429 with its Retry-After, within this step of the schedule and the next', async () => {
    const receiver = await receive(authority.issue(), (socket) =>
      socket.write(head(429, 'retry-after: 90', 'content-length: 0')),
    );
    const safeFetch = open({ ca: authority.ca });
    await expect(deliverTo(`https://127.0.0.1:${receiver.port}/`, safeFetch)).resolves.toMatchObject({
      ...FAILED,
      answer: 429,
      dueInMs: 90_000,
    });
  });

  test.each<[string, (socket: TLSSocket) => void]>([
    [
      'a body without end',
      (socket) => {
        socket.write(head(200));
        pour(socket, 'x'.repeat(64 * KIB));
      },
    ],
    [
      'a gzip bomb',
      (socket) => {
        const bomb = gzipSync(Buffer.alloc(64 * KIB * KIB));
        socket.write(head(200, 'content-encoding: gzip', `content-length: ${bomb.length}`));
        pour(socket, bomb);
      },
    ],
  ])('%s: delivered, since it answered 200, and 16 KiB of it are kept', async (_, behave) => {
    const receiver = await receive(authority.issue(), behave);
    const safeFetch = open({ ca: authority.ca });
    const { excerptLength, ...seen } = await deliverTo(`https://127.0.0.1:${receiver.port}/`, safeFetch);
    expect(seen).toEqual({ ...DELIVERED, answer: 200 });
    expect(excerptLength).toBeGreaterThan(0);
    expect(excerptLength).toBeLessThanOrEqual(16 * KIB);
    await receiver.allClosed();
  });

  test.each([
    ['expired', () => authority.issue({ notBefore: '2020-01-01', notAfter: '2020-01-02' })],
    ['self-signed', () => authority.self],
    ['of an authority that nobody told of', () => createTestAuthority().issue()],
  ])('a certificate that is %s', async (_, issue) => {
    const receiver = await receive(issue(), (socket) => socket.write(head(204)));
    // The self-signed certificate must be unknown: a trusted authority's own vouches for itself.
    const { ca } = issue() === authority.self ? createTestAuthority() : authority;
    const safeFetch = open({ ca });
    await expect(deliverTo(`https://127.0.0.1:${receiver.port}/`, safeFetch)).resolves.toMatchObject({
      ...FAILED,
      answer: 'tls',
    });
  });

  test('nobody listens', async () => {
    const receiver = await receiveTcp(() => {});
    await receiver.close();
    await expect(
      deliverTo(`https://127.0.0.1:${receiver.port}/`, open({ ca: authority.ca })),
    ).resolves.toMatchObject({ ...FAILED, answer: 'refused' });
  });
});

describe('where the name leads is judged at the delivery, whatever it meant when the URL was stored', () => {
  test.each([
    '127.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '93.184.215.14,127.0.0.1',
  ])('a name that now resolves to %s gets no packet', async (addresses) => {
    const receiver = await receive(authority.issue(), (socket) => socket.write(head(204)));
    const safeFetch = open({
      ca: authority.ca,
      allowPrivateNetworks: false,
      resolve: async () => addresses.split(','),
    });
    await expect(deliverTo(`https://rebinding.test:${receiver.port}/`, safeFetch)).resolves.toMatchObject({
      ...FAILED,
      answer: 'blocked_address',
    });
    expect(receiver.connections()).toBe(0);
  });

  test.each<[string, string, () => Promise<string[]>]>([
    ['a name that is gone', 'dns', () => Promise.reject(new Error('queryA ENOTFOUND'))],
    ['a name server that does not answer', 'timeout', () => new Promise(() => {})],
  ])('%s is a failure like any other', async (_, answer, resolve) => {
    const safeFetch = open({ ca: authority.ca, timeoutMs: 300, resolve });
    await expect(deliverTo('https://gone.test/', safeFetch)).resolves.toMatchObject({ ...FAILED, answer });
  });
});
