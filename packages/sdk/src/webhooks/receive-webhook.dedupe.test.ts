import { describe, expect, it, vi } from 'vitest';
import { createReceiver } from '../testing/create-receiver.ts';
import { OTHER_SECRET, signDelivery } from '../testing/sign-delivery.ts';
import { createMemoryDedupe } from './create-memory-dedupe.ts';

const DONE = { status: 204, headers: {}, body: '' };

describe('dedupe', () => {
  it('passes over what was handled, and answers it 204', async () => {
    const { receive, handled } = createReceiver({ dedupe: createMemoryDedupe() });
    for (let attempt = 1; attempt <= 3; attempt++)
      expect(await receive(signDelivery({ attempt }))).toEqual(DONE);
    await receive(signDelivery({ event: { id: 'evt_2' } }));
    expect(handled).toMatchObject([{ id: 'evt_1' }, { id: 'evt_2' }]);
  });

  it('marks only what was handled: a failure is tried again', async () => {
    const calls: number[] = [];
    const { receive } = createReceiver({
      dedupe: createMemoryDedupe(),
      on: {
        'session.created': (_event, { attempt }) => {
          calls.push(attempt ?? 0);
          if (attempt === 1) throw new Error('not yet');
        },
      },
    });
    const statuses = [];
    for (const attempt of [1, 2, 3]) statuses.push((await receive(signDelivery({ attempt }))).status);
    expect(statuses).toEqual([500, 204, 204]);
    expect(calls).toEqual([1, 2]);
  });

  it('is asked for nothing that is not verified', async () => {
    const dedupe = { seen: vi.fn(() => false), mark: vi.fn() };
    const { receive } = createReceiver({ dedupe });
    await receive(signDelivery({ secrets: [OTHER_SECRET] }));
    await receive({ ...signDelivery(), headers: { 'svc-event-type': 'ping' } });
    expect([dedupe.seen.mock.calls, dedupe.mark.mock.calls]).toEqual([[], []]);
    await receive(signDelivery());
    expect([dedupe.seen.mock.calls, dedupe.mark.mock.calls]).toEqual([[['evt_1']], [['evt_1']]]);
  });

  it('that can not be asked: 500, so that nothing is handled twice', async () => {
    const dedupe = { seen: () => Promise.reject(new Error('redis down')), mark: () => undefined };
    const { receive, handled } = createReceiver({ dedupe });
    expect((await receive(signDelivery())).status).toBe(500);
    expect(handled).toEqual([]);
  });

  it('that can not mark: 204, since the effect is there, and told', async () => {
    const dedupe = { seen: () => false, mark: () => Promise.reject(new Error('redis down')) };
    const { receive, handled, errors } = createReceiver({ dedupe });
    expect(await receive(signDelivery())).toEqual(DONE);
    expect(handled).toHaveLength(1);
    expect(errors).toMatchObject([{ error: { message: 'redis down' }, context: { status: 204 } }]);
  });

  it('lets two deliveries at the same time both through, as documented', async () => {
    const { receive, handled } = createReceiver({ dedupe: createMemoryDedupe() });
    await Promise.all([receive(signDelivery({ attempt: 1 })), receive(signDelivery({ attempt: 2 }))]);
    expect(handled).toHaveLength(2);
  });
});
