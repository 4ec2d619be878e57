import { describe, expect, it } from 'vitest';
import { describeCauses } from './describe-causes.ts';

const failed = (cause: unknown) => new Error('failed: see the cause', { cause });

describe('describeCauses', () => {
  it('tells every cause with its code, outermost first', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25565'), {
      code: 'ECONNREFUSED',
    });
    expect(describeCauses(failed(new TypeError('fetch failed', { cause: refused })))).toEqual([
      { name: 'TypeError', message: 'fetch failed' },
      { name: 'Error', message: 'connect ECONNREFUSED [address]', code: 'ECONNREFUSED' },
    ]);
  });

  it('tells each failure of a host with several addresses', () => {
    const sum = new AggregateError([new Error('connect ECONNREFUSED ::1:25'), new Error('and 127.0.0.1:25')]);
    expect(describeCauses(failed(sum))).toEqual([
      { name: 'AggregateError', message: 'connect ECONNREFUSED [address]; and [address]' },
    ]);
  });

  it('tells nothing where there is no cause, and ends where a chain leads back to itself', () => {
    for (const error of [new Error('alone'), failed('a text'), 'a text', undefined])
      expect(describeCauses(error)).toEqual([]);
    const loop = new Error('loop');
    loop.cause = loop;
    expect(describeCauses(loop)).toHaveLength(5);
  });

  it.each([
    ['an e-mail address', 'to <anna@example.com>: no', 'to <[address]>: no'],
    ['an address with its password', 'at smtp://us%40er:hush@mail.example:25 no', 'at [url] no'],
    ['a link', 'GET https://app.example/join/ses#token', 'GET [url]'],
    ['a telephone number', 'no route to +393331234567', 'no route to [number]'],
    ['a key', 'Invalid key: sk_test_4eC39H and fis_0123abc', 'Invalid key: [key] and [key]'],
    ['a code', 'Your code is 048291.', 'Your code is [number].'],
    ['a network address', 'connect ECONNREFUSED 10.0.0.7:5432.', 'connect ECONNREFUSED [address].'],
    ['one of IPv6', 'from ::ffff:10.0.0.7 to [2001:db8::1]:443', 'from [address] to [address]'],
  ])('cuts out %s', (_, message, shown) => {
    expect(describeCauses(failed(new Error(message)))).toEqual([{ name: 'Error', message: shown }]);
  });

  it.each([
    ['a count of bytes', '104857599 bytes are free'],
    ['the code of a reply', '535 5.7.8 refused'],
    ['a time', 'since 2026-11-23T12:34:56Z, at 12:34:56'],
    ['a version', 'PostgreSQL 17.4.1.2024 on db.internal:5432'],
  ])('keeps %s', (_, message) => {
    expect(describeCauses(failed(new Error(message)))).toEqual([{ name: 'Error', message }]);
  });

  it('takes no time, however much a peer says', () => {
    const started = performance.now();
    for (const text of ['ab'.repeat(100_000), 'a:'.repeat(100_000), '1'.repeat(200_000)])
      describeCauses(failed(new Error(text)));
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each([
    [{ kind: 'DatabaseNotReachable', host: '10.0.0.7', port: 5432 }, 'ECONNREFUSED'],
    [{ kind: 'DatabaseNotReachable', host: 'db.internal' }, 'ENOTFOUND'],
    [{ kind: 'ConnectionClosed' }, 'ECONNRESET'],
    [{ kind: 'SocketTimeout' }, 'ETIMEDOUT'],
  ])('of a database that is away tells the code of the connection: %o', (cause, code) => {
    const adapter = Object.assign(new Error(cause.kind), { cause });
    const prisma = Object.assign(new Error('Raw query failed.'), {
      code: 'P2010',
      meta: { driverAdapterError: adapter },
    });
    expect(describeCauses(failed(prisma))).toMatchObject([{ code }]);
  });

  it('of a library with a code of its own tells the system’s, which is none of the database’s', () => {
    const cut = Object.assign(new Error('write EPIPE'), { code: 'ESOCKET', originalCode: 'EPIPE' });
    expect(describeCauses(failed(cut))).toEqual([{ name: 'Error', message: 'write EPIPE', code: 'EPIPE' }]);
  });

  it('of the database tells its words and its SQLSTATE, and nothing of the call', () => {
    const adapter = Object.assign(new Error('adapter'), {
      cause: { originalCode: '53300', originalMessage: 'too many connections for role "fis"' },
    });
    const message = 'Invalid `prisma.session.create()` invocation:\n\n{ notes: "private" }\n\nNo connection.';
    const prisma = Object.assign(new Error(message), {
      name: 'PrismaClientKnownRequestError',
      code: 'P2037',
    });
    const known = Object.assign(new Error(message), { ...prisma, meta: { driverAdapterError: adapter } });
    expect(describeCauses(failed(known))).toEqual([
      {
        name: 'PrismaClientKnownRequestError',
        message: 'too many connections for role "fis"',
        code: '53300',
      },
    ]);
    expect(describeCauses(failed(prisma))).toEqual([
      { name: 'PrismaClientKnownRequestError', message: 'No connection.', code: 'P2037' },
    ]);
  });

  it('of a server’s reply tells the codes only', () => {
    const response = '535 5.7.8 Not you: AUTH PLAIN AHVzZXIAaHVudGVyMg==';
    const refusal = Object.assign(new Error(`Invalid login: ${response}`), { code: 'EAUTH', response });
    expect(describeCauses(failed(refusal))).toEqual([
      { name: 'Error', message: 'Invalid login: 535 5.7.8', code: 'EAUTH' },
    ]);
  });
});
