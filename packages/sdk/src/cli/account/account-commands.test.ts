import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService } from '../../testing.ts';
import { runCommand } from '../program/run-command.ts';
import { openTestTerminal } from '../testing/open-test-terminal.ts';

let folder: string;
let service: ReturnType<typeof createFakeService>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-account-'));
  service = createFakeService();
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(
  args: string[],
  { env = {}, typed = [] }: { env?: Record<string, string>; typed?: string[] } = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = openTestTerminal({
    out,
    err,
    typed,
    env: { XDG_CONFIG_HOME: folder, ...env },
    options: service.clientOptions,
  });
  const code = await runCommand(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const baseUrl = () => service.clientOptions.baseUrl!;
const login = (apiKey = service.clientOptions.apiKey!) =>
  run(['login', '--base-url', baseUrl()], { typed: [apiKey] });
const file = () => join(folder, 'field-inspection/account.json');

describe('login', () => {
  it('keeps a key that the service knows in a file with mode 0600, and shows it nowhere', async () => {
    const { code, out, err } = await login();
    expect([code, err]).toEqual([0, '']);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      baseUrl: baseUrl(),
      apiKey: service.clientOptions.apiKey,
    });
    expect(out).not.toContain(service.clientOptions.apiKey);
  });

  it('makes other commands need neither key nor address', async () => {
    await login();
    expect(await run(['events', 'list'])).toEqual({ code: 0, out: 'No deliveries.', err: '' });
  });

  it('keeps nothing of a key that the service does not know', async () => {
    const { code, err } = await login('fis_unknown');
    expect([code, err]).toEqual([1, 'The service does not know this key. Nothing was kept.']);
    expect(() => statSync(file())).toThrow('ENOENT');
  });

  it.skipIf(!existsSync('/proc'))('says why a configuration folder can not be made, at once', async () => {
    const env = { XDG_CONFIG_HOME: '/proc/fis/a/b' };
    const { code, err } = await run(['login', '--base-url', baseUrl()], { env, typed: ['fis_1'] });
    expect([code, err]).not.toEqual([0, '']);
    const known = [service.clientOptions.apiKey!];
    const refused = await run(['login', '--base-url', baseUrl()], { env, typed: known });
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('ENOENT')]);
  });

  it('takes a key that may do something else than list sessions', async () => {
    expect((await login(service.createApiKey({ scopes: ['webhooks:read'] }))).code).toBe(0);
  });

  it('shows a key to no other service than the one that it was kept for', async () => {
    await login();
    const { code, err } = await run(['events', 'list', '--base-url', 'https://other.example']);
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      'Log in at https://other.example first, or set FIELD_INSPECTION_API_KEY.',
    ]);
  });

  it('says what is wrong with the address before it asks for the key', async () => {
    const typed = [service.clientOptions.apiKey!];
    const { code, out, err } = await run(['login', '--base-url', `${baseUrl()}/v1`], { typed });
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('must not end in /v1')]);
    expect([typed.length, service.requests]).toEqual([1, []]);
  });

  it.each([
    ['no address', ['login'], [], 'Say where the service is'],
    ['no key', ['login', '--base-url', 'https://a.example'], [' '], 'No key was given.'],
  ])('misuse: %s', async (_title, args, typed, reason) => {
    const { code, err } = await run(args, { typed });
    expect([code, err.split('\n')[0]!.includes(reason)]).toEqual([2, true]);
  });
});

describe('logout', () => {
  it('leaves no key on this machine, however often', async () => {
    await login();
    for (let times = 0; times < 2; times++) expect((await run(['logout'])).code).toBe(0);
    expect(() => statSync(file())).toThrow('ENOENT');
    expect((await run(['events', 'list'])).err).toContain('Log in first');
  });
});

describe('the account of a command', () => {
  it('the environment comes before what login kept', async () => {
    await login();
    const { code, err } = await run(['events', 'list'], { env: { FIELD_INSPECTION_API_KEY: 'fis_unknown' } });
    expect([code, err]).toEqual([1, expect.stringContaining('key')]);
  });

  it('a damaged file says what to do', async () => {
    await login();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file(), '{');
    const { code, err } = await run(['events', 'list']);
    expect([code, err.split('\n')[0]]).toEqual([2, `${file()} is damaged: delete it, and log in again.`]);
  });
});
