import { connect } from 'node:net';
import { Problem } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PATH = '/api/v1/public/sessions';
/** Sends a request with these lines, whole as an HTTP client sends it except for them. */
const ask = (
  lines: string[],
  { request = `GET ${PATH} HTTP/1.1`, body = '', end = false } = {},
  later?: string,
) => {
  const head = [
    request,
    'Host: x',
    `Authorization: Bearer ${server.seed.apiKey}`,
    'Connection: close',
    ...lines,
  ];
  const bytes = `${head.join('\r\n')}\r\n\r\n${body}`;
  return later === undefined ? sendRaw(server.baseUrl, bytes, { end }) : sendInTwo(bytes, later);
};
/** Sends the second part once the first has been taken. */
const sendInTwo = (first: string, second: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(first));
    let answer = '';
    setTimeout(() => socket.write(second), 300);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
  });
const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map((match) => Number(match[1]));
const headOf = (answer: string) => answer.split('\r\n\r\n')[0]!;
/** The body of a reply with its length, as a problem. */
const problemOf = (answer: string) => {
  expect(headOf(answer)).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8/i);
  return Problem.parse(JSON.parse(answer.slice(headOf(answer).length + 4)));
};
const requestIdOf = (answer: string) => /\r\nRequest-Id: (\S+)/.exec(headOf(answer))?.[1];
const countSessions = () => server.context.database.prisma.session.count();

describe('what the parser refuses is a problem with a Request-Id, too', () => {
  it.each([
    ['a request line that is none', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a header that is none', `GET ${PATH} HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n`, 400, 'malformed_request'],
    ['no host', `GET ${PATH} HTTP/1.1\r\n\r\n`, 400, 'malformed_request'],
    ['two hosts', `GET ${PATH} HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`, 400, 'malformed_request'],
    [
      'headers of 20 KiB',
      `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_480)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const answer = await sendRaw(server.baseUrl, bytes);
    expect(statusesOf(answer)).toEqual([status]);
    const problem = problemOf(answer);
    expect(problem).toMatchObject({
      status,
      code,
      type: `${server.baseUrl}/docs/errors#${code}`,
      request_id: requestIdOf(answer),
    });
    expect(problem.request_id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(headOf(answer)).toMatch(/\r\nConnection: close/i);
    expect(headOf(answer)).toMatch(/\r\nX-RateLimit-Remaining: \d+/);
  });

  it.each([
    [
      'headers that are too large',
      `HEAD ${PATH} HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_480)}\r\n\r\n`,
      431,
    ],
    ['a header that is none', `HEAD ${PATH} HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n`, 400],
  ])('without its body where HEAD asks: %s', async (_, bytes, status) => {
    const answer = await sendRaw(server.baseUrl, bytes);
    expect(statusesOf(answer)).toEqual([status]);
    expect(headOf(answer)).toMatch(/\r\nContent-Length: [1-9]/);
    expect(answer.slice(headOf(answer).length)).toBe('\r\n\r\n');
  });

  it.each(['CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 'CONNECT a:443 HTTP/1.1\r\n\r\nhello'])(
    'CONNECT is told that this is no proxy: %j',
    async (bytes) => {
      const answer = await sendRaw(server.baseUrl, bytes);
      expect(statusesOf(answer)).toEqual([405]);
      expect(problemOf(answer)).toMatchObject({
        code: 'method_not_allowed',
        request_id: requestIdOf(answer),
      });
      expect(headOf(answer)).toMatch(/\r\nAllow: DELETE, GET/);
      expect(headOf(answer)).toMatch(/\r\nX-RateLimit-Remaining: \d+/);
    },
  );

  it('has the headers of the limit of its address, which it counts against', async () => {
    const remaining = async (bytes: string) => {
      const head = headOf(await sendRaw(server.baseUrl, bytes));
      for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']) {
        expect(head).toContain(`\r\n${name}: `);
      }
      return Number(/\r\nX-RateLimit-Remaining: (\d+)/.exec(head)?.[1]);
    };
    const nonsense = 'nonsense\r\n\r\n';
    const tooLarge = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_480)}\r\n\r\n`;
    const before = await remaining(nonsense);
    expect(await remaining(tooLarge)).toBe(before - 1);
    const nobody = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await remaining(nobody)).toBe(before - 2);
  });

  it.each([
    ['of a wrong key', `Authorization: Bearer fis_${'x'.repeat(43)}\r\n`, PATH],
    ['of no key', '', PATH],
    ['at an address where nothing is', '', '/nothing'],
  ])('counts once: a body that is no chunk, in one piece with its headers, %s', async (_, header, path) => {
    const nonsense = async () => {
      const head = headOf(await sendRaw(server.baseUrl, 'nonsense\r\n\r\n'));
      return Number(/\r\nX-RateLimit-Remaining: (\d+)/.exec(head)?.[1]);
    };
    const before = await nonsense();
    const answer = await sendRaw(
      server.baseUrl,
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${header}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nxyz\r\n`,
    );
    expect(statusesOf(answer)).toEqual([400]);
    // Background work of the request gets its turn.
    await server.context.database.prisma.session.count();
    expect(await nonsense()).toBe(before - 2);
  });

  it('a body that is no chunk: with the id and the limits that the request has by then', async () => {
    const answer = await ask(
      ['Transfer-Encoding: chunked', 'Content-Type: application/json', 'Request-Id: my-broken-body'],
      { request: `POST ${PATH} HTTP/1.1`, body: '' },
      'xyz\r\n',
    );
    expect(statusesOf(answer)).toEqual([400]);
    expect(problemOf(answer)).toMatchObject({ code: 'malformed_request', request_id: 'my-broken-body' });
    expect(headOf(answer)).toMatch(/\r\nx-ratelimit-remaining: \d+/i);
  });

  it('an expectation that nobody knows is ignored', async () => {
    expect(statusesOf(await ask(['Expect: tea']))).toEqual([200]);
  });
});

describe('a header', () => {
  it.each([
    ['with NUL in it', ['X-A: a\0b']],
    ['with a bare line feed before the next', ['X-A: a\nX-B: b\u0001']],
    ['with a bare carriage return in it', ['X-A: a\rX-B: b']],
    ['with a control character in its name', ['X\x01A: a']],
    ['with a space before its colon', ['X-A : a']],
    ['without a name', [': a']],
    ['without a colon', ['nonsense']],
    ['folded over two lines', ['X-A: a', ' b\0']],
  ])('%s is 400, and nothing of it comes back', async (_, lines) => {
    const answer = await ask(lines);
    expect(statusesOf(answer)).toEqual([400]);
    expect(answer).not.toMatch(/X-[AB]/i);
  });

  it.each([
    ['of 20 KiB', [`X-A: ${'a'.repeat(20_480)}`]],
    ['among 100 of 8 KiB', Array.from({ length: 100 }, (_, index) => `X-${index}: ${'a'.repeat(8_192)}`)],
  ])('%s is 431', async (_, lines) => {
    expect(statusesOf(await ask(lines))).toEqual([431]);
  });

  it('among 200 is fine, as long as all are small', async () => {
    expect(statusesOf(await ask(Array.from({ length: 200 }, (_, index) => `X-${index}: a`)))).toEqual([200]);
  });

  it('of 10 KiB in place of the key is refused like any wrong key', async () => {
    const answer = await sendRaw(
      server.baseUrl,
      `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer fis_${'x'.repeat(10_240)}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual([401]);
    expect(answer).not.toContain('xxx');
  });
});

describe('Request-Id', () => {
  it.each(['12345678', 'a'.repeat(64), 'my-trace_01'])('%j of the caller is kept', async (id) => {
    expect(headOf(await ask([`Request-Id: ${id}`]))).toContain(`\r\nRequest-Id: ${id}`);
  });

  it.each([
    '1234567',
    'a'.repeat(65),
    '<script>alert(1)',
    'a b c d e f',
    'caf\u00e9-1234',
    '',
    '12345678, 12345678',
  ])('%j of the caller is replaced', async (id) => {
    const answer = await ask([`Request-Id: ${id}`]);
    expect(headOf(answer)).toMatch(/\r\nRequest-Id: req_[0-9a-f]{32}/);
    if (id !== '') expect(answer).not.toContain(id);
  });

  it('given twice is replaced', async () => {
    expect(headOf(await ask(['Request-Id: 12345678', 'Request-Id: 87654321']))).toMatch(/Request-Id: req_/);
  });
});

describe('a request within a request', () => {
  const smuggled = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
  it.each([
    ['a length beside chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks beside a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${smuggled}`],
    ['an encoding that is none', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
    [
      'chunks that are not the last encoding',
      ['Transfer-Encoding: chunked, identity'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 10'], smuggled],
    ['lengths in one header', ['Content-Length: 0, 10'], smuggled],
    ['a length with a sign', ['Content-Length: +0'], smuggled],
    ['an encoding under an odd name', ['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled}`],
  ])('is not answered: %s', async (_, lines, body) => {
    const count = await countSessions();
    const answer = await ask(lines, { request: `POST ${PATH} HTTP/1.1`, body });
    expect(statusesOf(answer)).toEqual([400]);
    expect(await countSessions()).toBe(count);
  });
});

describe('a request line', () => {
  it.each([
    ['of an unknown method', `BREW ${PATH} HTTP/1.1`, 400],
    ['of a protocol that is none', `GET ${PATH} FTP/1.0`, 400],
    ['of HTTP/2', 'PRI * HTTP/2.0', 400],
    ['with a space in the path', `GET ${PATH} x HTTP/1.1`, 400],
    ['with NUL in the path', `GET ${PATH}\0 HTTP/1.1`, 400],
    ['that is longer than any', `GET ${PATH}?${'x'.repeat(20_480)} HTTP/1.1`, 431],
    ['of a path that is no percent-encoding', `GET ${PATH}/%ff HTTP/1.1`, 404],
    ['of a percent sign alone', `GET ${PATH}/% HTTP/1.1`, 404],
    ['of NUL, encoded', `GET ${PATH}/%00 HTTP/1.1`, 404],
    ['of a lone surrogate, encoded', `GET ${PATH}/%ed%a0%80 HTTP/1.1`, 404],
    ['of line ends, encoded', `GET ${PATH}/%0d%0aX-Evil:%201 HTTP/1.1`, 404],
    ['of a way up', `GET ${PATH}/../../../../etc/passwd HTTP/1.1`, 404],
    ['of a way up, encoded', `GET ${PATH}/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1`, 404],
    ['of a slash, encoded', `GET ${PATH}%2fx HTTP/1.1`, 404],
    ['of two slashes', `GET //evil.example.com${PATH} HTTP/1.1`, 404],
    ['of another host', 'GET http://evil.example.com/nothing HTTP/1.1', 400],
    ['of the server itself', 'OPTIONS * HTTP/1.1', 404],
    ['of NUL in the query, encoded', `GET ${PATH}?cursor=%00 HTTP/1.1`, 400],
    ['of bytes that are no text in the query', `GET ${PATH}?cursor=%ff%fe HTTP/1.1`, 400],
    ['of a broken percent-encoding in the query', `GET ${PATH}?cursor=%zz HTTP/1.1`, 400],
    ['of a lone surrogate in the query', `GET ${PATH}?cursor=%ed%a0%80 HTTP/1.1`, 400],
    ['of __proto__ in the query', `GET ${PATH}?__proto__[polluted]=1 HTTP/1.1`, 400],
    ['of a list in the query', `GET ${PATH}?limit[]=1 HTTP/1.1`, 400],
    ['of ten thousand parameters', `GET ${PATH}?${'a&'.repeat(5_000)} HTTP/1.1`, 400],
  ])('%s is refused', async (_, request, status) => {
    const answer = await ask([], { request });
    expect(statusesOf(answer)).toEqual([status]);
    expect(headOf(answer)).not.toMatch(/evil/i);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(problemOf(answer)).toMatchObject({ status, request_id: requestIdOf(answer) });
    for (const name of ['Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(headOf(answer)).toContain(`\r\n${name}: `);
    }
  });

  it('that is no HTTP at all is 400: the first bytes of TLS', async () => {
    const hello = Buffer.from('16030100c8010000c40303', 'hex');
    expect(statusesOf(await sendRaw(server.baseUrl, Buffer.concat([hello, Buffer.alloc(200)])))).toEqual([
      400,
    ]);
  });

  it('of HTTP/1.1 without a host is 400', async () => {
    expect(
      statusesOf(await sendRaw(server.baseUrl, `GET ${PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`)),
    ).toEqual([400]);
  });
});

it('after all of this serves as before, and changed no prototype', async () => {
  expect(statusesOf(await ask([]))).toEqual([200]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
