import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { describeCauses } from '../describe-causes.ts';
import { createSmsSender } from './create-sms-sender.ts';
import type { MessageRefusedError } from './message-refused-error.ts';

const message = {
  to: '+393331234567',
  text: '048291 è il codice\n\n@inspect.example #048291',
  clientRef: 'm1',
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const startGateway = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const startRecorder = async (answer: (response: ServerResponse) => void) => {
  const requests: {
    method: string | undefined;
    path: string | undefined;
    headers: IncomingMessage['headers'];
    body: unknown;
  }[] = [];
  const host = await startGateway((request, response) => {
    void json(request).then((body) => {
      requests.push({ method: request.method, path: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  return { host, requests };
};

describe('createSmsSender', () => {
  it('posts the message as JSON to the address of SMS_URL', async () => {
    const { host, requests } = await startRecorder((response) => response.writeHead(202).end('{"id":1}'));
    await createSmsSender({ smsUrl: `http://${host}/send?route=a` }).send(message);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/send?route=a',
      body: { to: '+393331234567', text: '048291 è il codice\n\n@inspect.example #048291', client_ref: 'm1' },
    });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('signs in with the user and password of SMS_URL, which appear nowhere else', async () => {
    const { host, requests } = await startRecorder((response) => response.end());
    await createSmsSender({ smsUrl: `http://us%40er:p%3A%C3%A9@${host}/send` }).send(message);
    const { authorization, ...others } = requests[0]!.headers;
    expect(authorization).toBe(`Basic ${Buffer.from('us@er:p:é').toString('base64')}`);
    expect(JSON.stringify([requests[0]?.path, others])).not.toMatch(/us(@|%40)er/);
  });

  it.each([
    [301, undefined],
    [307, undefined],
    [400, 'refused'],
    [401, undefined],
    [403, undefined],
    [404, 'refused'],
    [408, undefined],
    [422, 'refused'],
    [429, undefined],
    [500, undefined],
    [503, undefined],
  ])('rejects on %i, without repeating code or password; for good: %s', async (status, reason) => {
    const { host, requests } = await startRecorder((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(`echo ${message.text}`),
    );
    const error = await failureOf(
      createSmsSender({ smsUrl: `http://user:secret@${host}/send` }).send(message),
    );
    expect(error.message).toContain(String(status));
    expect((error as Partial<MessageRefusedError>).reason).toBe(reason);
    expect(describeError(error)).not.toMatch(/048291|secret/);
    expect(requests).toHaveLength(1);
  });

  it('gives up on a gateway that does not answer', async () => {
    const host = await startGateway(() => {});
    const error = await failureOf(
      createSmsSender({ smsUrl: `http://user:secret@${host}/`, timeoutMs: 50 }).send(message),
    );
    expect(error.message).toContain('SMS_URL');
    expect(error.cause).toMatchObject({ name: 'TimeoutError' });
  });

  it('takes an accepted message as sent though the body of the answer never ends', async () => {
    const host = await startGateway((_request, response) => {
      response.writeHead(200);
      response.write('{');
    });
    await expect(
      createSmsSender({ smsUrl: `http://${host}/`, timeoutMs: 50 }).send(message),
    ).resolves.toBeUndefined();
  });

  it('rejects when nobody listens, and keeps the cause', async () => {
    const error = await failureOf(
      createSmsSender({ smsUrl: 'http://user:secret@127.0.0.1:1/' }).send(message),
    );
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
    expect(describeError(error)).not.toContain('secret');
    const logged = describeCauses(error);
    expect(logged).toMatchObject([
      { code: 'ECONNREFUSED', message: expect.stringContaining('[address]') as string },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/393331234567|048291|secret|127\.0\.0\.1/);
  });
});

const describeError = (error: Error): string =>
  `${error.stack} ${String((error.cause as Error | undefined)?.stack)}`;

const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable('should have been rejected'),
    (error: Error) => error,
  );
