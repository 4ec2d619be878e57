import express from 'express';
import { describe, expect, it } from 'vitest';
import { createReceiver } from '../testing/create-receiver.ts';
import { signDelivery } from '../testing/sign-delivery.ts';
import { startHttpServer } from '../testing/start-http-server.ts';

describe('on Express', () => {
  const start = (use: (app: ReturnType<typeof express>) => void) => {
    const app = express();
    use(app);
    return startHttpServer(app);
  };

  it('receives a delivery on its route, with no parser', async () => {
    const { handler, handled } = createReceiver();
    await using server = await start((app) => app.post('/hooks', handler));
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
  });

  it('receives before express.json(), which parses the rest', async () => {
    const { handler, handled } = createReceiver();
    await using server = await start((app) => {
      app.post('/hooks', handler);
      app.use(express.json());
      app.post('/other', (request, response) => void response.json(request.body));
    });
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
    const other = await server.post(signDelivery(), '/other');
    expect(await other.json()).toMatchObject({ id: 'evt_1' });
  });

  it('explains that express.json() came first, at the ping of the creation already', async () => {
    const { handler, handled, errors } = createReceiver();
    await using server = await start((app) => app.use(express.json()).post('/hooks', handler));
    for (const type of ['session.created', 'ping']) {
      const response = await server.post(signDelivery({ event: { type } }));
      expect(response.status).toBe(500);
      const { error, message } = (await response.json()) as Record<string, string>;
      expect([error, message]).toEqual(['misconfigured', expect.stringContaining('before express.json()')]);
    }
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([{ error: { name: 'UsageError' } }, { error: { name: 'UsageError' } }]);
  });

  it.each([
    ['express.raw()', express.raw({ type: 'application/json' })],
    ['express.raw(), which passes other types over', express.raw({ type: 'image/png' })],
    ['express.text()', express.text({ type: 'application/json' })],
    ['express.json() that passes other types over', express.json({ type: 'image/png' })],
  ])('receives behind %s', async (_name, parser) => {
    const { handler, handled } = createReceiver();
    await using server = await start((app) => app.post('/hooks', parser, handler));
    const delivery = signDelivery({ event: { data: { notes: 'Dach – Süd ☂' } } });
    expect((await server.post(delivery)).status).toBe(204);
    expect(handled).toEqual([JSON.parse(delivery.body)]);
  });

  it('receives what a platform kept as rawBody beside the parsed body', async () => {
    const { handler, handled } = createReceiver();
    const verify = (request: object, _response: object, rawBody: Buffer) =>
      void Object.assign(request, { rawBody });
    await using server = await start((app) => app.use(express.json({ verify })).post('/hooks', handler));
    expect((await server.post(signDelivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
    const { headers } = signDelivery();
    const forged = { body: JSON.stringify({ id: 'evt_1', type: 'session.created' }), headers };
    expect((await server.post(forged)).status).toBe(400);
  });
});
