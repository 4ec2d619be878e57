import { Problem } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from '../../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { SIGNALLING_PATH } from '../../platform/media-connection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    UNAUTHENTICATED_RATE_LIMIT: '60',
    SIGNALLING_ORIGINS: 'https://app.example.com',
  });
});
afterAll(() => server.close());

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const VERSION = 'Sec-WebSocket-Version: 13';

const upgrade = async (lines: string[], method = 'GET') => {
  const answer = await sendRaw(
    server.baseUrl,
    [
      `${method} ${SIGNALLING_PATH} HTTP/1.1`,
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...lines,
      '\r\n',
    ].join('\r\n'),
  );
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)![1]),
    headers,
    problem: Problem.parse(JSON.parse(body)),
  };
};

it.each<[string, string[], string, number, string, string]>([
  ['without its key', [VERSION], 'GET', 400, 'validation_error', 'header.sec-websocket-key: '],
  ['without its version', [KEY], 'GET', 400, 'validation_error', 'header.sec-websocket-version: '],
  ['of another method', [KEY, VERSION], 'POST', 400, 'validation_error', 'header: '],
  [
    'of another origin',
    [KEY, VERSION, 'Origin: https://evil.example'],
    'GET',
    403,
    'permission_denied',
    'Pages of this Origin',
  ],
])(
  'an upgrade that is refused, %s, is a problem with a Request-Id and the limits of its address',
  async (...given) => {
    const [, lines, method, status, code, words] = given;
    const refused = await upgrade(lines, method);
    expect(refused).toMatchObject({ status, problem: { status, code } });
    expect(refused.problem.detail).toContain(words);
    expect(refused.headers.get('request-id')).toBe(refused.problem.request_id);
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('6');
    expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeLessThan(6);
    expect(refused.headers.get('sec-websocket-version')).toBe(status === 400 ? '13' : null);
  },
);

it('an upgrade too many is a problem, too, and says when to come back', async () => {
  let refused = await upgrade([]);
  for (let n = 0; n < 6 && refused.status !== 429; n++) refused = await upgrade([]);
  expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
