import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { forwardEvent } from './forward-event.ts';

const openReceiver = async (status: number, body: string): Promise<URL> => {
  const receiver = createServer((_request, response) => void response.writeHead(status).end(body));
  onTestFinished(() => void receiver.close());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`);
};

const forward = (to: URL) =>
  forwardEvent({ headers: {}, body: '{}' } as Parameters<typeof forwardEvent>[0], {
    to,
    signal: new AbortController().signal,
  });

it('what the receiver said comes back, so that a wrong secret is seen', async () => {
  const to = await openReceiver(400, '{"error":"no_match"}');
  expect(await forward(to)).toEqual({ status: 400, said: '{"error":"no_match"}' });
});

it('of a long answer the first 200 characters come back, in one line without control characters', async () => {
  const to = await openReceiver(500, `a\r\n\u001b[31mb\u202e${'x'.repeat(300)}`);
  expect(await forward(to)).toEqual({ status: 500, said: `a [31mb ${'x'.repeat(200 - 10)}` });
});

it('a port that fetch does not connect to is told in words', async () => {
  expect(await forward(new URL('http://127.0.0.1:6000/'))).toEqual({
    error: 'fetch does not connect to this port: let the receiver have another',
  });
});
