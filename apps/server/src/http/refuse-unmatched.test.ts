import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = (method: string, path: string) =>
  fetch(server.baseUrl + path, { method, headers: { authorization: `Bearer ${server.seed.apiKey}` } });

describe('a path that nothing serves', () => {
  it.each([
    '/api',
    '/api/v1/public',
    '/api/v1/public/nothing',
    '/api/v2/public/sessions',
    '/v1/nothing',
    '/api/v1/public/sessions/a/b/c',
  ])('is 404 as a problem, for every method: %s', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await call(method, path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await response.json()).toMatchObject({
        code: 'not_found',
        request_id: response.headers.get('request-id'),
      });
    }
  });

  it('says nothing of who asks: it is the same without a credential', async () => {
    expect(outcomeOf(await callApi(server, 'GET /nothing', { apiKey: null }))).toBe('404 not_found');
  });

  it('does not come back in the reply', async () => {
    const response = await call('GET', '/%3Cscript%3Ealert(1)%3C/script%3E');
    expect(await response.text()).not.toMatch(/script/i);
  });
});

it.each(['/api/v1/public/sessions', '/', '/docs', '/metrics', '/v1/field/uploads', '/nothing'])(
  'TRACE says nothing of what was asked: %s',
  async (path) => {
    const head = ['Host: x', `Authorization: Bearer ${server.seed.apiKey}`, 'X-Echo: heard'];
    const lines = [`TRACE ${path} HTTP/1.1`, ...head, 'Connection: close', '\r\n'];
    const answer = await sendRaw(server.baseUrl, lines.join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/message\/http|heard|Bearer fis_/);
  },
);

describe('a browser at a path where nothing is', () => {
  const open = (path: string, accept: string, method = 'GET') =>
    fetch(server.baseUrl + path, { method, headers: { accept } });
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each(['/nothing', '/a/b/c', '/docs/nothing', '/%ff', '/%3Cscript%3Ealert(1)%3C/script%3E'])(
    'gets a page with a strict policy that says where to go next: %s',
    async (path) => {
      const response = await open(path, BROWSER);
      const page = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|script-src/);
      expect(response.headers.get('vary')).toBe('Accept, Accept-Language');
      expect(response.headers.get('request-id')).toMatch(/^req_/);
      expect(page).not.toMatch(/script|alert/);
      const links = [...page.matchAll(/href="([^"]*)"/g)].map(
        ([, href]) => new URL(href!, server.baseUrl + path),
      );
      expect(links.length).toBeGreaterThan(4);
      for (const link of links) expect((await fetch(link)).status).toBe(200);
    },
  );

  it('reads in their language that their link is not whole', async () => {
    const headers = { accept: BROWSER, 'accept-language': 'de-CH, en;q=0.5' };
    const response = await fetch(`${server.baseUrl}/a/nothing`, { headers });
    const page = await response.text();
    expect(response.headers.get('content-language')).toBe('de');
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<h1 class="heading">Dieser Link ist ungültig</h1>');
    expect(page).toContain('Prüfen Sie, ob Sie den vollständigen Link aus der Nachricht geöffnet haben.');
  });

  it.each([
    ['/nothing', '*/*'],
    ['/nothing', 'application/json'],
    ['/nothing', 'application/json, text/html;q=0.5'],
    ['/api/v1/public/nothing', BROWSER],
    ['/v1/nothing', BROWSER],
    ['/API', BROWSER],
  ])('a program, and whoever is at an API, gets a problem: %s for %s', async (path, accept) => {
    const response = await open(path, accept);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('another method than GET and HEAD gets a problem', async () => {
    expect((await open('/nothing', BROWSER, 'POST')).headers.get('content-type')).toContain('problem+json');
    expect((await open('/nothing', BROWSER, 'HEAD')).headers.get('content-type')).toContain('text/html');
  });
});

describe('a path in another spelling', () => {
  it.each(['/api/v1/public/sessions/', '/API/v1/Public/SESSIONS', '/api/v1/public/sessions?'])(
    'is the same path: %s',
    async (path) => {
      expect((await call('GET', path)).status).toBe(200);
      const other = await call('PATCH', path);
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    },
  );
});

describe('405', () => {
  it.each([
    ['PUT', '/sessions', 'GET, HEAD, POST'],
    ['DELETE', `/sessions/${MISSING}`, 'GET, HEAD, PATCH'],
    ['GET', `/sessions/${MISSING}/end`, 'POST'],
    ['HEAD', `/sessions/${MISSING}/end`, 'POST'],
    ['GET', `/sessions/${MISSING}/recording`, 'DELETE, POST'],
    ['OPTIONS', '/campaigns', 'GET, HEAD, POST'],
  ])('%s %s names what the path takes', async (method, path, allow) => {
    const reply = await call(method, `/api/v1/public${path}`);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
  });
});

describe('HEAD', () => {
  it.each([
    ['200', '/sessions'],
    ['404', `/sessions/${MISSING}`],
    ['400', '/sessions?limit=0'],
    ['404', '/nothing'],
  ])('is %s as GET is, with its headers and without a body: %s', async (status, path) => {
    const [head, get] = [
      await call('HEAD', `/api/v1/public${path}`),
      await call('GET', `/api/v1/public${path}`),
    ];
    expect([head.status, get.status]).toEqual([Number(status), Number(status)]);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'x-ratelimit-limit']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

describe('HEAD of the join', () => {
  it('is refused: a scanner that sends it must not use up the invite', async () => {
    const session = await server.client.sessions.create({});
    const invite = await server.client.participants.create(session.id, {});
    const token = new URL(invite.join_url).hash.slice(1);
    const response = await fetch(`${server.baseUrl}/v1/sessions/${session.id}/join/${token}`, {
      method: 'HEAD',
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await server.client.sessions.get(session.id)).status).toBe('created');
  });
});
