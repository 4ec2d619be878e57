import { EventEmitter } from 'node:events';
import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { startRequestState, type RequestState } from '../request-state.ts';
import { SMALL_BODY_BYTES, takeTurn, TURN_WAIT_MS } from './take-turn.ts';

const LARGE = 256 * 1024;
const byKey = (organisationId: string) => ({ caller: { organisationId } }) as Partial<RequestState>;
const byToken = (organisationId: string) => ({ fieldCaller: { organisationId } }) as Partial<RequestState>;

describe('a large body', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  let ended: string[];
  beforeEach(() => (ended = []));
  /** A body of somebody, which notes how its turn ended. */
  const send = (name: string, { ip = '192.0.2.1', bytes = LARGE, ...who }: Partial<RequestState> & Sent) => {
    const request = Object.assign(new EventEmitter(), { ip, get: () => undefined }) as unknown as Request;
    Object.assign(startRequestState(request, name), who);
    void takeTurn(request, bytes).then(
      () => ended.push(name),
      (error: { name: string; code?: string }) => ended.push(`${name}: ${error.code ?? error.name}`),
    );
  };
  type Sent = { ip?: string; bytes?: number };
  const goOn = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('waits for those before it of its organisation, whoever sent them: 1 MiB of them a second', async () => {
    send('first', byKey('one'));
    send('second', byToken('one'));
    send('third', byKey('one'));
    await goOn(0);
    expect(ended).toEqual(['first']);
    await goOn(249);
    expect(ended).toEqual(['first']);
    await goOn(1);
    expect(ended).toEqual(['first', 'second']);
    await goOn(250);
    expect(ended).toEqual(['first', 'second', 'third']);
  });

  it('waits for no other organisation and no other address, and a small one for nobody', async () => {
    for (let count = 0; count < 5; count++) send('attack', byKey('attacker'));
    send('other', byKey('other'));
    send('small', { ...byKey('attacker'), bytes: SMALL_BODY_BYTES });
    for (let count = 0; count < 5; count++) send('flood', {});
    send('elsewhere', { ip: '192.0.2.2' });
    await goOn(0);
    expect(ended.toSorted()).toEqual(['attack', 'elsewhere', 'flood', 'other', 'small']);
  });

  it('is told to come again after two seconds, and is not judged: by 503 to a key, by 429 to an address', async () => {
    const bytes = 4 * 1024 ** 2;
    for (const name of ['key', 'key']) send(name, { ...byKey('of a key'), bytes });
    for (const name of ['token', 'token']) send(name, { ...byToken('of a device'), bytes });
    for (const name of ['nobody', 'nobody']) send(name, { ip: '192.0.2.3', bytes });
    await goOn(TURN_WAIT_MS - 1);
    expect(ended).toEqual(['key', 'token', 'nobody']);
    await goOn(1);
    expect(ended.slice(3)).toEqual(['key: NoPlaceError', 'token: rate_limited', 'nobody: rate_limited']);
  });
});

describe('a flood of large bodies of one organisation', () => {
  it('is answered 201 as far as they have turns, else 503', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const body = '{}'.padEnd(LARGE);
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => callApi(server, 'POST /sessions', { body })),
    );
    expect([...new Set(replies.map(outcomeOf))].sort()).toEqual(['201', '503 unavailable']);
    const refused = replies.find(({ status }) => status === 503)!;
    expect(refused.headers.get('retry-after')).toBe('2');
  });
});
