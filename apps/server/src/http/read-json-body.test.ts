import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { joinSession } from '../testing/join-session.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { MAX_JSON_BYTES } from '@field-inspection/contract';

let server: TestServer;
let count: number;
beforeAll(async () => {
  server = await startTestServer();
  count = await countSessions();
});
afterAll(async () => {
  // Nothing that is refused here has left anything.
  expect(await countSessions()).toBe(count);
  await server.close();
});
const countSessions = () => server.context.database.prisma.session.count();

const post = (
  body: string | Buffer,
  headers: string[] = [`Content-Length: ${body.length}`],
  options: { end?: boolean } = {},
) => {
  const head = [
    'POST /api/v1/public/sessions HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${server.seed.apiKey}`,
    'Content-Type: application/json',
    'Connection: close',
    ...headers,
    '\r\n',
  ].join('\r\n');
  return sendRaw(
    server.baseUrl,
    Buffer.concat([Buffer.from(head), typeof body === 'string' ? Buffer.from(body, 'latin1') : body]),
    options,
  );
};
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
const codeOf = (answer: string) => /"code":"(\w+)","request_id"/.exec(answer)?.[1];
const utf8 = (text: string) => Buffer.from(text);
const chunk = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`;

describe('the size of a body', () => {
  it('may be 256 KiB to the byte, and not one more', async () => {
    const pad = (size: number) => `{"notes":""}${' '.repeat(size - 12)}`;
    const reply = await callApi(server, 'POST /campaigns', {
      body: `{"name":"x"}${' '.repeat(MAX_JSON_BYTES - 12)}`,
    });
    expect(reply.status).toBe(201);
    const answer = await post(pad(MAX_JSON_BYTES + 1));
    expect([statusOf(answer), codeOf(answer)]).toEqual([413, 'payload_too_large']);
  });

  it('is judged by what is declared before a byte of it has come', async () => {
    const answer = await post('', ['Content-Length: 10000000000']);
    expect([statusOf(answer), codeOf(answer)]).toEqual([413, 'payload_too_large']);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('is judged while it comes where nothing is declared: a body without end is cut off', async () => {
    const body = chunk(' '.repeat(65_536)).repeat(5);
    const answer = await post(body, ['Transfer-Encoding: chunked']);
    expect([statusOf(answer), codeOf(answer)]).toEqual([413, 'payload_too_large']);
  });

  it('may be declared by chunks below the limit', async () => {
    const answer = await post(`${chunk('{"not')}${chunk('es":1}')}0\r\n\r\n`, ['Transfer-Encoding: chunked']);
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, 'validation_error']);
    expect(answer).toContain('body.notes');
  });

  it.each([
    ['longer than what comes', '{"notes":1}', ['Content-Length: 50'], true],
    ['shorter than what comes', '{"notes":1}', ['Content-Length: 5'], false],
    ['no number', '{}', ['Content-Length: two'], false],
    ['negative', '{}', ['Content-Length: -2'], false],
    ['given twice', '{}', ['Content-Length: 2', 'Content-Length: 3'], false],
    ['a chunk that is none', 'zz\r\n{}\r\n0\r\n\r\n', ['Transfer-Encoding: chunked'], false],
    ['a chunk that never comes', '5\r\n{}', ['Transfer-Encoding: chunked'], true],
  ])('that is declared wrong is 400: %s', async (_, body, headers, end) => {
    expect(statusOf(await post(body, headers, { end }))).toBe(400);
  });
});

describe('the encoding of a body', () => {
  it.each([
    ['a byte that is no UTF-8', Buffer.concat([utf8('{"notes":"'), Buffer.from([0xff]), utf8('"}')])],
    ['an overlong slash', Buffer.concat([utf8('{"notes":"'), Buffer.from([0xc0, 0xaf]), utf8('"}')])],
    [
      'a surrogate in UTF-8',
      Buffer.concat([utf8('{"notes":"'), Buffer.from([0xed, 0xa0, 0x80]), utf8('"}')]),
    ],
    ['half a character at the end', Buffer.concat([utf8('{"notes":"'), Buffer.from([0xe2, 0x82])])],
    ['a byte order mark', utf8('\ufeff{}')],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['NUL bytes', Buffer.alloc(16)],
  ])('that is %s is 400', async (_, body) => {
    const answer = await post(body);
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, 'validation_error']);
    expect(answer).toContain('"path":"body"');
  });

  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  it.each([
    [
      'UTF-8 with a byte order mark',
      utf8('\ufeff{}'),
      'begins with a byte order mark, which JSON does not have',
    ],
    ['UTF-16LE with one', Buffer.from('\ufeff{"notes":"Dach"}', 'utf16le'), 'is in UTF-16 or UTF-32'],
    ['UTF-16BE with one', utf16be('\ufeff{}'), 'is in UTF-16 or UTF-32'],
    ['UTF-16LE without', Buffer.from('{"notes":"Dach"}', 'utf16le'), 'is in UTF-16 or UTF-32'],
    ['UTF-16BE without', utf16be('{}'), 'is in UTF-16 or UTF-32'],
    [
      'UTF-32LE with one',
      Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0, 0x7d, 0, 0, 0]),
      'is in UTF-16 or UTF-32',
    ],
    [
      'UTF-32BE with one',
      Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b, 0, 0, 0, 0x7d]),
      'is in UTF-16 or UTF-32',
    ],
  ])('%s is told so', async (_, body, words) => {
    expect(await post(body)).toContain(words);
  });

  it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])(
    '%s is 415: nothing is unpacked',
    async (encoding) => {
      const reply = await callApi(server, 'POST /sessions', {
        body: '{}',
        headers: { 'content-encoding': encoding },
      });
      expect(outcomeOf(reply)).toBe('415 unsupported_media_type');
    },
  );

  it.each([
    ['application/json', '400'],
    ['application/json; charset=utf-8', '400'],
    ['APPLICATION/JSON;charset="UTF-8"', '400'],
    ['application/json; charset=latin1', '415'],
    ['application/problem+json', '415'],
    ['application/jsonx', '415'],
    ['text/plain', '415'],
    ['multipart/form-data; boundary=x', '415'],
    ['', '415'],
  ])('under the content type %j is %s', async (type, status) => {
    const reply = await callApi(server, 'POST /sessions', {
      body: '{"notes":1}',
      headers: { 'content-type': type },
    });
    expect(String(reply.status)).toBe(status);
  });
});

describe('the content of a body', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each([
    ['10 000 brackets', nested(10_000)],
    ['100 000 brackets that never close', '['.repeat(100_000)],
    ['10 000 brackets within a field', `{"notes":${nested(10_000)}}`],
    ['a number beyond all numbers', '{"notes":1e309}'],
    ['a list of 100 000', `{"notes":[${'0,'.repeat(99_999)}0]}`],
    ['NUL in a string', '{"notes":"a\\u0000b"}'],
    ['NUL in a name', '{"a\\u0000b":1}'],
    ['a lone high surrogate', '{"notes":"\\ud83c"}'],
    ['a lone low surrogate', '{"notes":"\\udfe0 x"}'],
    ['surrogates in the wrong order', '{"notes":"\\udfe0\\ud83c"}'],
    ['a lone surrogate as a name', '{"\\ud800":1}'],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['__proto__ that is null', '{"__proto__":null}'],
    ['__proto__ among pairs of metadata', '{"metadata":{"__proto__":"polluted"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a list', '[{"notes":"a"}]'],
    ['null', 'null'],
    ['text after the end', '{}{}'],
    ['half of it', '{"notes":"a'],
    ['NaN', '{"notes":NaN}'],
    ['a comment', '{/* */}'],
  ])('that is %s is 400, names where, and changes no prototype', async (_, body) => {
    const reply = await callApi(server, 'POST /sessions', { body });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors[0]!.path).toMatch(/^body/);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(reply.text.length).toBeLessThan(5_000);
  });

  it('with a key that comes twice is 400 and names it, on either side of the API', async () => {
    const body = '{"notes":"a","metadata":{"floor":"1","flo\\u006fr":"2"}}';
    const reply = await callApi(server, 'POST /sessions', { body });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors).toEqual([
      { path: 'body.metadata.floor', code: 'duplicate_key', message: 'comes twice' },
    ]);
    const device = await joinSession(server);
    count += 1;
    const response = await fetch(`${server.baseUrl}/v1/field/consent`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
      body: '{"camera":"denied","camera":"granted"}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'body.camera', code: 'duplicate_key' }] },
    ]);
  });

  it('of a GET has no meaning, and is not read', async () => {
    const answer = await sendRaw(
      server.baseUrl,
      `GET /api/v1/public/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.seed.apiKey}\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{ no JSON`,
    );
    expect(statusOf(answer)).toBe(200);
  });
});
