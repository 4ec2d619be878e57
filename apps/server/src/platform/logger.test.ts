import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const logged = (level: string, log: (logger: ReturnType<typeof createLogger>) => void): string[] => {
  const lines: string[] = [];
  log(createLogger(level, { write: (line) => void lines.push(line) }));
  return lines;
};

describe('createLogger', () => {
  it('writes one line of JSON a message, with its time and level', () => {
    const lines = logged('info', (log) => log.info({ route: '/sessions' }, 'request'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\n$/);
    const { time, ...rest } = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(rest).toEqual({ level: 30, route: '/sessions', msg: 'request' });
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

  it('keeps text that looks like a line of its own within one line', () => {
    expect(
      logged('info', (log) => log.info({ name: 'a\n{"level":60}' }, 'b\r\nc'))[0]!.trimEnd(),
    ).not.toMatch(/[\r\n]/);
  });
});
