import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostname } from 'node:os';
import { VERSION } from '../version.ts';
import { createLogger } from '../platform/logger.ts';
import { callApi } from '../testing/call-api.ts';
import { joinSession } from '../testing/join-session.ts';
import { seedOrganisation, unknownApiKey } from '../testing/seed-organisation.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { watchLoop } from '../platform/watch-loop.ts';

type Line = {
  level: string;
  msg: string;
  request_id: string;
  method: string;
  route: string;
  status: number;
  organisation_id?: string;
  session_id?: string;
  stalled_ms?: number;
};

const written: string[] = [];
const linesNow = () => written.map((line) => JSON.parse(line) as Line);
/** The time of the watch over the event loop, set by tests: a busy machine makes no stall. */
let loopMs = 0;
let server: TestServer;
beforeAll(async () => {
  const log = createLogger('debug', { write: (line) => void written.push(line) });
  server = await startTestServer({}, { log, loop: watchLoop({ nowMs: () => loopMs }) });
});
afterAll(() => server.close());

/** Gives the log's lines of these calls; a line is written when the reply has gone. */
const logOf = async (requests: () => Promise<unknown>, count: number): Promise<Line[]> => {
  written.length = 0;
  await requests();
  await vi.waitFor(() => expect(written.length).toBeGreaterThanOrEqual(count), 30_000);
  return linesNow();
};

describe('the log', () => {
  it('has one line a request: its id, route template, status and caller', async () => {
    const { organisationId, credentialId } = server.seed;
    const session = await server.client.sessions.create({});
    let requestId: string | null = null;
    const [line, ...others] = await logOf(async () => {
      ({ requestId } = await server.client.sessions.get(session.id).withResponse());
    }, 1);
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: 'info',
      host: hostname(),
      version: VERSION,
      time: expect.any(String) as string,
      msg: 'request',
      request_id: requestId,
      method: 'GET',
      route: '/api/v1/public/sessions/:session_id',
      status: 200,
      duration_ms: expect.any(Number) as number,
      organisation_id: organisationId,
      credential_id: credentialId,
      session_id: session.id,
    });
  });

  it('says of a field token whose it is: the organisation and the participant', async () => {
    const device = await joinSession(server);
    const [line] = await logOf(() => device.call('GET', '/session'), 1);
    expect(line).toMatchObject({
      route: '/v1/field/session',
      status: 200,
      organisation_id: server.seed.organisationId,
      participant_id: device.participantId,
      session_id: device.sessionId,
    });
  });

  it('has a line with its caller for what is refused for want of a right, by its shape and by a limit, too', async () => {
    const aside = await seedOrganisation(server.context, { rateLimit: 1, scopes: ['sessions:read'] });
    const { apiKey } = aside;
    const lines = await logOf(async () => {
      await callApi(server, 'POST /sessions', { apiKey });
      await callApi(server, 'GET /sessions', { apiKey });
      await callApi(server, 'POST /sessions', { body: { notes: 1 } });
    }, 3);
    expect(lines.map(({ status, route }) => [status, route])).toEqual([
      [403, '/api/v1/public/sessions'],
      [429, '/api/v1/public/sessions'],
      [400, '/api/v1/public/sessions'],
    ]);
    expect(lines.map(({ organisation_id }) => organisation_id)).toEqual([
      aside.organisationId,
      aside.organisationId,
      server.seed.organisationId,
    ]);
    expect(lines[0]).toMatchObject({ credential_id: aside.credentialId });
  });

  it('holds no key, no token, no idempotency key, no id of a path that no caller was admitted to, no query, no body', async () => {
    const unknown = unknownApiKey(server.context);
    const { id } = await server.client.sessions.create({});
    const invite = await server.client.participants.create(id, { recipient_email: 'ada@example.com' });
    const token = new URL(invite.join_url).hash.slice(1);
    await logOf(async () => {
      await callApi(server, 'POST /sessions', {
        body: { notes: 'owner-is-ada' },
        headers: { 'idempotency-key': 'order-4711' },
      });
      await callApi(server, `GET /sessions/${id}`);
      await callApi(server, 'GET /sessions?status=created&cursor=secret-cursor');
      await callApi(server, 'POST /sessions', { body: { notes: 4711, password: 'p4ssw0rd' } });
      await callApi(server, `POST /sessions/${id}/end`, { apiKey: unknown });
      await callApi(server, `GET /nothing/${token}`);
      await callApi(server, `PUT /sessions/${id}`);
      await fetch(`${server.baseUrl}/v1/sessions/${id}/join/${token}`, {
        headers: { 'x-join-otp': '123456', cookie: 'session=c00kie' },
      });
      await fetch(`${server.baseUrl}/join/${id}?t=${token}`);
    }, 9);
    const log = written.join('');
    const secrets = [
      server.seed.apiKey,
      unknown,
      'fis_',
      token,
      'order-4711',
      'owner-is-ada',
      'secret-cursor',
      'p4ssw0rd',
      '123456',
      'c00kie',
      'ada@example.com',
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
    const ofRequests = linesNow().filter(({ msg }) => msg === 'request');
    const naming = ofRequests.filter((line) => JSON.stringify(line).includes(id));
    expect(naming).toMatchObject([{ status: 200, session_id: id }]);
    expect(ofRequests.map(({ status }) => status).slice(0, 7)).toEqual([201, 200, 400, 400, 401, 404, 405]);
  });

  it.each([
    ['the path', (secret: string) => [`/v1/sessions/x/join/${secret}`, {}]],
    ['a path that is none', (secret: string) => [`/nothing/${secret}`, {}]],
    ['the query', (secret: string) => [`/api/v1/public/sessions?cursor=${secret}&${secret}=1`, {}]],
    ['Authorization', (secret: string) => ['/v1/field/session', { authorization: `Bearer ${secret}` }]],
    [
      'Authorization and Request-Id alike',
      (secret: string) => ['/v1/field/session', { authorization: `Bearer ${secret}`, 'request-id': secret }],
    ],
    [
      'every other header',
      (secret: string) => [
        '/api/v1/public/sessions',
        Object.fromEntries(
          ['cookie', 'x-join-otp', 'idempotency-key', 'user-agent', 'referer', 'x-forwarded-for', secret].map(
            (name) => [name, secret],
          ),
        ),
      ],
    ],
  ] satisfies [string, (secret: string) => [string, Record<string, string>]][])(
    'holds no secret of %s on any line',
    async (_, ask) => {
      const secret = 's3cret-of-somebody_0123456789';
      const lines = await logOf(async () => {
        const [path, headers] = ask(secret);
        await fetch(server.baseUrl + path, { headers });
      }, 1);
      expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(1);
      expect(written.join('')).not.toContain(secret);
    },
  );

  it('names the route of a request that was refused, and none where there is none', async () => {
    const lines = await logOf(async () => {
      await callApi(server, 'GET /sessions/x', { apiKey: null });
      await callApi(server, 'GET /nothing');
      await callApi(server, 'GET /%ff');
    }, 3);
    expect(lines.map(({ route, status, organisation_id }) => [route, status, organisation_id])).toEqual([
      ['/api/v1/public/sessions/:session_id', 401, undefined],
      ['unmatched', 404, undefined],
      ['unmatched', 404, undefined],
    ]);
  });

  it('says of a request for how long the event loop stood at once while it was open, with the template of its route', async () => {
    const { id } = await server.client.sessions.create({});
    const { keyring } = server.context;
    const sealAtOnce = keyring.seal.bind(keyring);
    const seal = vi.spyOn(keyring, 'seal').mockImplementationOnce((...given) => {
      loopMs += 320;
      return sealAtOnce(...given);
    });
    const lines = await logOf(async () => {
      await callApi(server, `GET /sessions/${id}`);
      await callApi(server, 'POST /sessions', { headers: { 'idempotency-key': 'stands' } });
      await callApi(server, `GET /sessions/${id}`);
    }, 3);
    seal.mockRestore();
    expect(lines.map(({ route, stalled_ms }) => [route, stalled_ms])).toEqual([
      ['/api/v1/public/sessions/:session_id', undefined],
      ['/api/v1/public/sessions', 300],
      ['/api/v1/public/sessions/:session_id', undefined],
    ]);
  });

  it('says 499 of a caller that went away before its reply', async () => {
    const lines = await logOf(
      () =>
        sendRaw(
          server.baseUrl,
          `POST /api/v1/public/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.seed.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
          { end: true },
        ),
      1,
    );
    expect(lines.map(({ status }) => status)).toEqual([499]);
  });
});

describe('a guess', () => {
  const guess = (call: () => Promise<unknown>) =>
    logOf(call, 2).then((lines) => lines.filter(({ msg }) => msg === 'guess refused'));

  it('is a line with the address it came from: a key, a field token, the token of the metrics', async () => {
    const wrong = { authorization: 'Bearer wrong-token-of-somebody' };
    const lines = await guess(async () => {
      await callApi(server, 'GET /sessions', { apiKey: unknownApiKey(server.context) });
      await fetch(`${server.baseUrl}/v1/field/session`, { headers: wrong });
      await fetch(`${server.baseUrl}/v1/field/uploads/x`, { method: 'HEAD', headers: wrong });
      await fetch(`${server.baseUrl}/metrics`, { headers: wrong });
    });
    expect(lines).toMatchObject([
      { level: 'warn', guessed: 'key', address: '127.0.0.1', route: '/api/v1/public/sessions' },
      { guessed: 'token', address: '127.0.0.1', route: '/v1/field/session' },
      { guessed: 'token', address: '127.0.0.1', route: '/v1/field/uploads/:upload_id' },
      { guessed: 'key', address: '127.0.0.1', route: '/metrics' },
    ]);
  });

  it('of a link or a one-time code names the session, too, up to the one that locks it', async () => {
    const { id } = await server.client.sessions.create({});
    const invite = await server.client.participants.create(id, { recipient_email: 'ada@example.com' });
    const token = new URL(invite.join_url).hash.slice(1);
    const join = (link: string, code: string) =>
      fetch(`${server.baseUrl}/v1/sessions/${id}/join/${link}`, { headers: { 'x-join-otp': code } });
    const lines = await guess(async () => {
      await join('no-such-token', '000000');
      for (let count = 0; count < 5; count++) await join(token, 'abcdef');
      await fetch(`${server.baseUrl}/v1/sessions/${id}/join/${token}`);
    });
    const whose = { address: '127.0.0.1', session_id: id };
    expect(lines).toMatchObject([
      { ...whose, guessed: 'token', code: 'not_found' },
      ...Array.from({ length: 4 }, () => ({ ...whose, guessed: 'code', code: 'otp_invalid' })),
      { ...whose, guessed: 'code', code: 'otp_locked' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('is none where nothing was shown, or what is asked for is not there', async () => {
    const lines = await guess(async () => {
      await callApi(server, 'GET /sessions', { apiKey: null });
      await callApi(server, 'GET /sessions/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01');
    });
    expect(lines).toEqual([]);
  });
});

describe('the metrics', () => {
  it('tell the longest stall of this process, to each that reads them', async () => {
    loopMs += 2_020;
    const read = async () => {
      const headers = { authorization: 'Bearer test-metrics-token' };
      const text = await (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
      return /^event_loop_longest_stall_seconds (.*)$/m.exec(text)?.[1];
    };
    expect([await read(), await read()]).toEqual(['2', '2']);
  });

  it('count by route template and status, never by id', async () => {
    const { id } = await server.client.sessions.create({});
    for (let count = 0; count < 3; count++) await server.client.sessions.get(id);
    await callApi(server, `GET /nothing/${id}`);
    await vi.waitFor(async () => {
      const text = await server.context.metrics.registry.metrics();
      expect(text).toContain(
        'http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}',
      );
      expect(text).toMatch(
        /_count\{method="GET",route="\/api\/v1\/public\/sessions\/:session_id",status="200"\} [3-9]/,
      );
      expect(text).not.toContain(id);
    }, 30_000);
  });
});
