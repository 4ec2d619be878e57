import { describe, expect, it } from 'vitest';
import { MessageRefusedError } from '../messages/message-refused-error.ts';
import { createMetrics } from '../metrics.ts';
import { MissingObjectError, type ObjectStore } from '../object-store/object-store.ts';
import { watchAuthority, watchBodies, watchMailer, watchObjects, watchSms } from './watch-calls.ts';

const metrics = createMetrics();
const context = { metrics };

/** Gives how many calls a peer had by outcome, and forgets them. */
const countCalls = async () => {
  const { values } = await metrics.callSeconds.get();
  metrics.callSeconds.reset();
  return values
    .filter(({ metricName }) => metricName === 'call_duration_seconds_count')
    .map(({ labels, value }) => [labels.peer, labels.outcome, value]);
};

const MAIL = { to: 'ada@example.com', subject: '', text: '', html: '', messageId: 'm' };

describe('calls by peer and outcome', () => {
  it('are counted of mail and SMS: taken, refused for good, and failed', async () => {
    const answers = [
      async () => {},
      () => Promise.reject(new MessageRefusedError('refused', 'no')),
      () => Promise.reject(new Error('no answer')),
    ];
    for (const send of answers) {
      await watchMailer(context, { send })
        .send(MAIL)
        .catch(() => {});
      await watchSms(context, { send })
        .send({ to: '+431', text: '', clientRef: 'm' })
        .catch(() => {});
    }
    expect((await countCalls()).toSorted()).toEqual([
      ['sms', 'failed', 1],
      ['sms', 'ok', 1],
      ['sms', 'refused', 1],
      ['smtp', 'failed', 1],
      ['smtp', 'ok', 1],
      ['smtp', 'refused', 1],
    ]);
  });

  it('are counted of an authority, whose failures are answers, too', async () => {
    const failure = { ok: false, failure: 'timeout', message: '' } as const;
    const reply = { ok: true, reply: new Uint8Array() } as const;
    for (const answer of [failure, reply, reply]) {
      const authority = watchAuthority(context, { name: 'a', roots: [], ask: async () => answer });
      expect(await authority.ask(new Uint8Array())).toBe(answer);
    }
    expect(await countCalls()).toEqual([
      ['tsa', 'failed', 1],
      ['tsa', 'ok', 2],
    ]);
  });

  it('are counted of the store of objects, where a missing object is no failure of it', async () => {
    const store = {
      stat: async () => undefined,
      get: (key: string) => Promise.reject(new MissingObjectError(key)),
      delete: () => Promise.reject(new Error('no answer')),
    } as unknown as ObjectStore;
    const objects = watchObjects(context, store);
    await objects.stat('a');
    await expect(objects.get('a')).rejects.toThrow(MissingObjectError);
    await expect(objects.delete('a')).rejects.toThrow('no answer');
    expect(await countCalls()).toEqual([
      ['objects', 'ok', 2],
      ['objects', 'failed', 1],
    ]);
  });
});

it('bytes of bodies are counted as they come', async () => {
  const body = watchBodies(context, () => ({ take: async () => {}, close: () => {} }))('organisation');
  await body.take(70);
  await body.take(30);
  expect((await metrics.uploadedBytes.get()).values).toMatchObject([{ value: 100 }]);
});
