import type { Problem } from '@field-inspection/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { callApi } from '../../testing/call-api.ts';
import { joinSession } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createTurns, NoTurnError, SMALL_BODY_BYTES, type TakeTurn } from './take-turn.ts';

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

  it('that would wait for more than ten seconds is refused at once, and told when those before it are judged', async () => {
    send('first', 'one', 8 * 1024 ** 2);
    send('second', 'one', 2.5 * 1024 ** 2);
    const refused = takeTurn('one', LARGE);
    await expect(refused).rejects.toMatchObject({ name: 'NoTurnError', retryAfterSeconds: 11 });
    await goOn(8_000);
    expect(ended).toEqual(['first', 'second']);
    send('again', 'one');
    await goOn(2_500);
    expect(ended).toEqual(['first', 'second', 'again']);
  });
});

describe('a large body that has no turn', () => {
  const WAIT_MS = 2_400;
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    const turns: TakeTurn = (_owner, bytes) =>
      bytes > SMALL_BODY_BYTES ? Promise.reject(new NoTurnError(WAIT_MS)) : Promise.resolve();
    const log = createLogger('error', { write: (line) => void lines.push(line) });
    server = await startTestServer({}, { turns, log });
  });
  afterAll(() => server.close());

  const body = '{}'.padEnd(LARGE);
  const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

  it('of a key or a field person is 503 with the seconds of those before it, which no log calls an error', async () => {
    const { call } = await joinSession(server);
    const ofKey = await callApi(server, 'POST /sessions', { body });
    const ofPerson = await call('POST', '/whiteboards', { title: 'x'.repeat(LARGE) });
    for (const { status, body: problem, headers } of [ofKey, ofPerson]) {
      const { code, detail } = problem as Problem;
      expect([status, code, headers.get('retry-after')]).toEqual([503, 'unavailable', '3']);
      expect(detail).toBe(
        'Bodies above 16 KiB are read at 1 MiB a second for an organisation, and too many wait already. Send this one again after Retry-After, and fewer at once.',
      );
    }
    expect(lines).toEqual([]);
  });

  it('costs its address one request, since nobody has judged it', async () => {
    const { call } = await joinSession(server);
    const before = left(await call('GET', '/session'));
    const ofPerson = await call('POST', '/whiteboards', { title: 'x'.repeat(LARGE) });
    expect(left(ofPerson)).toBe(before - 1);
    const headers = { 'content-type': 'application/json' };
    const ofStranger = await fetch(`${server.baseUrl}/v1/keys/revoke`, { method: 'POST', headers, body });
    const { code } = (await ofStranger.json()) as { code: string };
    expect([ofStranger.status, code, ofStranger.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '3',
    ]);
    expect(left(ofStranger)).toBe(before - 2);
  });
});
