import { describe, expect, it } from 'vitest';
import { createReceiver } from '../testing/create-receiver.ts';
import { signDelivery } from '../testing/sign-delivery.ts';

/* Fetch's side; Node's is in create-webhook-handler.sockets.test.ts. */
const URL_OF_HOOKS = 'https://receiver.example.com/hooks';

const post = ({ body, headers }: { body: RequestInit['body']; headers: Record<string, string> }) =>
  new Request(URL_OF_HOOKS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** The body comes in pieces, and tells whether the rest was cancelled. */
function stream(...chunks: string[]) {
  const state = { isCancelled: false, pulled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.pulled++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel: () => void (state.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

describe('a handler of Fetch’s Request', () => {
  it('answers a delivery that is right with an empty 204', async () => {
    const { handler, handled, errors } = createReceiver();
    const delivery = signDelivery({ event: { data: { notes: 'Dach – Süd ☂' } } });
    const response = await handler(post(delivery));
    expect([response.status, await response.text(), response.body]).toEqual([204, '', null]);
    expect(handled).toEqual([JSON.parse(delivery.body)]);
    expect(errors).toEqual([]);
  });

  it('is known by its request, and not by what a framework passes beside it', async () => {
    const { handler, handled } = createReceiver();
    const next = handler as (request: Request, context: object) => Promise<Response>;
    const response = await next(post(signDelivery()), { params: {}, end: () => expect.unreachable() });
    expect([response.status, handled.length]).toEqual([204, 1]);
  });

  it('reads a body that comes in pieces, broken inside a character', async () => {
    const { handler, handled } = createReceiver();
    const { body, headers } = signDelivery({ event: { data: { notes: '☂☂☂' } } });
    const bytes = new TextEncoder().encode(body);
    const pieces = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await handler(post({ body: pieces, headers }))).status).toBe(204);
    expect(handled).toEqual([JSON.parse(body)]);
  });

  it('answers a wrong signature 400 and says only which check it failed', async () => {
    const { handler, handled } = createReceiver({ secrets: 'whsec_b3RoZXI=' });
    const response = await handler(post(signDelivery()));
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(await response.json()).toEqual({ error: 'no_match' });
    expect(handled).toEqual([]);
  });

  it('answers another method 405', async () => {
    const response = await createReceiver().handler(new Request(URL_OF_HOOKS));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('takes an empty body as what it is: not an event', async () => {
    const { handler } = createReceiver();
    const { headers } = signDelivery();
    expect((await handler(post({ body: null, headers }))).status).toBe(400);
  });

  it('explains that the body was read before', async () => {
    const { handler, errors } = createReceiver();
    const request = post(signDelivery());
    await request.json();
    const response = await handler(request);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('request.clone()') });
    expect(errors).toMatchObject([{ error: { name: 'UsageError' } }]);
  });

  it('reads a clone', async () => {
    const { handler, handled } = createReceiver();
    const request = post(signDelivery());
    const clone = request.clone();
    await request.json();
    expect([(await handler(clone)).status, handled.length]).toEqual([204, 1]);
  });

  it('stops reading a body that is too long', async () => {
    const { handler, errors } = createReceiver({ maxBodyBytes: 10 });
    const { body, state } = stream('12345', '67890', '1', 'never read');
    const response = await handler(post({ body, headers: signDelivery().headers }));
    expect([response.status, await response.json()]).toEqual([413, { error: 'too_large' }]);
    expect(state).toEqual({ isCancelled: true, pulled: 3 });
    expect(errors).toMatchObject([{ error: { reason: 'too_large' } }]);
  });

  it('does not begin to read a body that says it is too long', async () => {
    const { handler } = createReceiver({ maxBodyBytes: 10 });
    const { body, state } = stream('12345678901');
    const headers = { ...signDelivery().headers, 'Content-Length': '11' };
    expect((await handler(post({ body, headers }))).status).toBe(413);
    expect(state.pulled).toBe(0);
  });

  it('takes a body of just the size, by default 1 MiB', async () => {
    const { handler, handled } = createReceiver();
    const rest = signDelivery({ event: { data: '' } }).body.length;
    const fits = signDelivery({ event: { data: 'x'.repeat(1_048_576 - rest) } });
    expect(fits.body).toHaveLength(1_048_576);
    expect((await handler(post(fits))).status).toBe(204);
    const exceeds = signDelivery({ event: { data: 'x'.repeat(1_048_577 - rest) } });
    expect((await handler(post(exceeds))).status).toBe(413);
    expect(handled).toHaveLength(1);
  });

  it('answers 500 when the body breaks off', async () => {
    const { handler, handled, errors } = createReceiver();
    const failure = new Error('socket closed');
    const body = new ReadableStream({ pull: (controller) => controller.error(failure) });
    expect((await handler(post({ body, headers: signDelivery().headers }))).status).toBe(500);
    expect([handled, errors[0]?.error]).toEqual([[], failure]);
  });
});
