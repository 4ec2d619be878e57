import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { joinSession } from '../../testing/join-session.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { createTurns, SMALL_BODY_BYTES, TURN_WAIT_MS, type TakeTurn } from './take-turn.ts';

const LARGE = 256 * 1024;

describe('a large body', () => {
  let ended: string[];
  let takeTurn: TakeTurn;
  beforeEach(() => {
    vi.useFakeTimers();
    takeTurn = createTurns();
    ended = [];
  });
  afterEach(() => void vi.useRealTimers());

  /** A body of an owner, which notes how its turn ended. */
  const send = (name: string, owner: string, bytes = LARGE): void =>
    void takeTurn(owner, bytes).then(
      () => ended.push(name),
      (error: Error) => ended.push(`${name}: ${error.name}`),
    );
  const goOn = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('waits for those before it of its owner: 1 MiB of them a second', async () => {
    for (const name of ['first', 'second', 'third']) send(name, 'one');
    await goOn(249);
    expect(ended).toEqual(['first']);
    await goOn(1);
    expect(ended).toEqual(['first', 'second']);
    await goOn(250);
    expect(ended).toEqual(['first', 'second', 'third']);
  });

  it('waits for no other owner, and a small one for nobody', async () => {
    for (let count = 0; count < 5; count++) send('attack', 'attacker');
    send('other', 'other');
    send('small', 'attacker', SMALL_BODY_BYTES);
    await goOn(0);
    expect(ended.toSorted()).toEqual(['attack', 'other', 'small']);
  });

  it('that has waited for two seconds is not judged', async () => {
    for (const name of ['first', 'second']) send(name, 'one', 4 * 1024 ** 2);
    await goOn(TURN_WAIT_MS - 1);
    expect(ended).toEqual(['first']);
    await goOn(1);
    expect(ended).toEqual(['first', 'second: NoPlaceError']);
  });
});

describe('a flood of large bodies', () => {
  /** More than have turns before the last would have waited for two seconds, however slowly they come. */
  const flood = <Reply>(call: () => Promise<Reply>): Promise<Reply[]> =>
    Promise.all(Array.from({ length: 60 }, call));

  it('of the keys of one organisation is answered 201 as far as they have turns, else 503', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const body = '{}'.padEnd(LARGE);
    const replies = await flood(() => callApi(server, 'POST /sessions', { body }));
    expect([...new Set(replies.map(outcomeOf))].sort()).toEqual(['201', '503 unavailable']);
    expect(replies.find(({ status }) => status === 503)!.headers.get('retry-after')).toBe('2');
  });

  it('of field persons, or of an address that nobody is known of, is 429 beyond their turns', async () => {
    const server = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '1000000' });
    onTestFinished(() => server.close());
    const { call } = await joinSession(server);
    const drawn = await flood(() => call('POST', '/whiteboards', { title: 'x'.repeat(LARGE) }));
    expect([...new Set(drawn.map(({ body, status }) => `${status} ${body.code}`))].sort()).toEqual([
      '400 validation_error',
      '429 rate_limited',
    ]);
    expect(drawn.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('2');
    const shown = await flood(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = '{}'.padEnd(LARGE);
      return (await fetch(`${server.baseUrl}/v1/keys/revoke`, { method: 'POST', headers, body })).status;
    });
    expect([...new Set(shown)].sort()).toEqual([400, 429]);
  });
});
