import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../version.ts';
import { createLogger } from './logger.ts';

const logged = (level: string, log: (logger: ReturnType<typeof createLogger>) => void): string[] => {
  const lines: string[] = [];
  log(createLogger(level, { write: (line) => void lines.push(line) }));
  return lines;
};

/** Nobody reads the 5 000 lines before: the pipe takes 64 KiB, and then no more. */
const run = async (code: string): Promise<{ lines: string[]; heldMs: number }> => {
  const script = `
    import { createLogger, flushLog } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
    const log = createLogger('info');
    const start = performance.now();
    for (let n = 0; n < 5_000; n++) log.info({ n, text: 'x'.repeat(100) }, 'line');
    console.error(performance.now() - start);
    ${code}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = once(createInterface({ input: child.stderr }), 'line') as Promise<[string]>;
  const held = await Promise.race([said, sleep(PATIENCE_MS)]);
  const [written] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { lines: written.split('\n').filter(Boolean), heldMs: held ? Number(held[0]) : PATIENCE_MS };
};

// A process that is held waits until somebody reads: the time only guards against hanging.
const PATIENCE_MS = 60_000;

describe('the lines on stdout', () => {
  it.each([
    ['flushes', 'await flushLog(log); process.exit(0);'],
    ['exits without', 'process.exit(1);'],
    ['fails', 'throw new Error("an accident");'],
    ['is at its end', ''],
  ])(
    'hold nobody up while they are not read, and are all written in their order when a process %s',
    async (_, code) => {
      const { lines, heldMs } = await run(code);
      expect(heldMs).toBeLessThan(PATIENCE_MS);
      expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
        Array.from({ length: 5_000 }, (_value, place) => place),
      );
    },
  );
});

const ABOUT = { host: hostname(), version: VERSION };

describe('createLogger', () => {
  it.each(['debug', 'info', 'warn', 'error', 'fatal'] as const)('says %s for what is one', (level) => {
    const [line] = logged('debug', (log) => log[level]('words'));
    expect(JSON.parse(line!)).toMatchObject({ level });
  });

  it('writes one line of JSON a message, with its time, its level as LOG_LEVEL says it, the host and the version', () => {
    const lines = logged('info', (log) => log.info({ route: '/sessions' }, 'request'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\n$/);
    const { time, ...rest } = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(rest).toEqual({ level: 'info', ...ABOUT, route: '/sessions', msg: 'request' });
    expect(new Date(time as string).toISOString()).toBe(time);
  });

  it('is silent below its level', () => {
    expect(logged('warn', (log) => log.info('not this'))).toEqual([]);
    expect(logged('silent', (log) => log.fatal('not even this'))).toEqual([]);
  });

  it.each([
    'authorization',
    'cookie',
    'api_key',
    'apiKey',
    'token',
    'join_url',
    'otp',
    'otp_code',
    'signing_secret',
    'secret',
    'field_session_token',
    'databaseUrl',
    'idempotencyKey',
  ])('cuts out the field %s, at the top and two levels deep', (field) => {
    const [line] = logged('info', (log) =>
      log.info({ [field]: 'hush-1', a: { [field]: 'hush-2', b: { [field]: 'hush-3' } }, kept: 'seen' }, 'm'),
    );
    expect(line).not.toContain('hush');
    expect(line).toContain('seen');
  });

  it('writes the line of a request in its order among the others, at their level', () => {
    const request = {
      request_id: 'req_1',
      method: 'GET',
      route: '/sessions/:session_id',
      status: 200,
      duration_ms: 3,
    };
    const lines = logged('info', (log) => {
      log.info('before');
      log.request(request);
      log.info('after');
    });
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'before',
      'request',
      'after',
    ]);
    expect(JSON.parse(lines[1]!)).toEqual({
      level: 'info',
      ...ABOUT,
      time: expect.any(String) as string,
      ...request,
      msg: 'request',
    });
    expect(logged('warn', (log) => log.request(request))).toEqual([]);
  });

  it('keeps text that looks like a line of its own within one line', () => {
    expect(
      logged('info', (log) => log.info({ name: 'a\n{"level":60}' }, 'b\r\nc'))[0]!.trimEnd(),
    ).not.toMatch(/[\r\n]/);
  });
});
