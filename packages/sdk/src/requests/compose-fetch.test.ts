import { expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { ConnectionError } from '../errors/request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { createFakeFetch, disconnect, type FakeReply, json, problem } from '../testing/fake-fetch.ts';
import { composeFetch, type Middleware } from './compose-fetch.ts';
import { logAttempts, type LogFields, type LogLevel } from './log-attempts.ts';

const open = (middleware: readonly Middleware[], ...replies: readonly FakeReply[]) => {
  const { fetch, requests } = createFakeFetch(...replies);
  return { ...createTestClient([], { fetch: composeFetch(middleware, fetch) }), requests };
};

it('the first middleware is the outermost, around each attempt', async () => {
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (url, init, next) => {
      steps.push(`> ${name}`);
      const response = await next(url, init);
      steps.push(`< ${name}`);
      return response;
    };
  const { client } = open([named('a'), named('b')], problem(503, 'unavailable'), json({}));
  await client.sessions.get('ses_1');
  expect(steps).toEqual(['> a', '> b', '< b', '< a', '> a', '> b', '< b', '< a']);
});

it('what a middleware adds is there once in each attempt', async () => {
  const add: Middleware = (url, init, next) => {
    init.headers.append('x-trace', '1');
    return next(url, init);
  };
  const { client, requests } = open([add], problem(503, 'unavailable'), json({}));
  await client.sessions.get('ses_1');
  expect(requests.map(({ headers }) => headers.get('x-trace'))).toEqual(['1', '1']);
});

it('a middleware may answer by itself', async () => {
  const { client, requests } = open([async () => Response.json({ id: 'cached' })], json({}));
  expect(await client.sessions.get('ses_1')).toEqual({ id: 'cached' });
  expect(requests).toHaveLength(0);
});

it('a middleware that read the body is told so, and one that read a clone is not', async () => {
  const reading =
    (take: (response: Response) => Response): Middleware =>
    async (url, init, next) => {
      const response = (await next(url, init)) as Response;
      await take(response).text();
      return response;
    };
  const bad = open([reading((response) => response)], json({ id: 'a' })).client;
  const error: unknown = await bad.sessions.get('a').then(null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as ConnectionError).cause).toBeInstanceOf(UsageError);
  const good = open([reading((response) => response.clone())], json({ id: 'a' })).client;
  expect(await good.sessions.get('a')).toEqual({ id: 'a' });
});

const collect = () => {
  const lines: [LogLevel, string, LogFields][] = [];
  const at = (level: LogLevel) => (message: string, fields: LogFields) =>
    void lines.push([level, message, fields]);
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
};

it.each<[LogLevel, LogLevel[]]>([
  ['debug', ['error', 'error', 'warn', 'info']],
  ['info', ['error', 'error', 'warn', 'info']],
  ['warn', ['error', 'error', 'warn']],
  ['error', ['error', 'error']],
])('the level %s logs these attempts: %j', async (level, expected) => {
  const { lines, logger } = collect();
  const replies = [disconnect, problem(500, 'x'), problem(429, 'rate_limited'), json({})];
  const { client } = open([logAttempts({ logger, level, now: () => 0 })], ...replies);
  await client.sessions.get('ses_1', { maxRetries: 3 });
  expect(lines.map(([own]) => own)).toEqual(expected);
  expect(lines[1]?.slice(0, 2)).toEqual(['error', 'GET /api/v1/public/sessions/ses_1: 500, attempt 2']);
  expect(lines[1]?.[2]).toMatchObject({ status: 500, requestId: 'req_500', durationMs: 0 });
  expect(lines.map(([, , { attempt }]) => attempt)).toEqual(expected.map((_, index) => index + 1));
});

it('no secret, body or query is ever logged', async () => {
  const { lines, logger } = collect();
  const { client } = open([logAttempts({ logger, level: 'debug' })], disconnect, json({ notes: 'answer' }));
  const options = { idempotencyKey: 'order-17', headers: { 'x-api-key': 'other', cookie: 'sid=1' } };
  await client.sessions.create({ notes: 'private' }, options);
  await client.sessions.list({ cursor: 'place' }).catch(() => {});
  const output = JSON.stringify(lines);
  for (const secret of ['fis_secret', 'order-17', 'other', 'sid=1', 'private', 'answer', 'place'])
    expect(output).not.toContain(secret);
  expect(output).toContain('application/json');
});
