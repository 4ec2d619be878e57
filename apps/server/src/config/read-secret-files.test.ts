import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Environment } from './environment.ts';
import { readConfig, readDataConfig } from './read-config.ts';
import { readSecretFiles } from './read-secret-files.ts';
import { SECRET_NAMES, SETTING_NAMES, SETTINGS } from './settings.ts';
import { problemsOf } from './testing/problems-of.ts';

const KEYS = `k1:${Buffer.alloc(32, 5).toString('base64')}`;
/** A value that each secret takes. */
const VALUES: Record<string, string> = {
  DATABASE_URL: 'postgresql://fis:one@db.example.com/fis',
  DATABASE_OWNER_URL: 'postgresql://owner:two@db.example.com/fis',
  DATABASE_DIRECT_URL: 'postgresql://fis:three@db.example.com/fis',
  DATABASE_PREPARED_URL: 'postgresql://prepared:four@db.example.com/fis',
  MASTER_KEYS: KEYS,
  SMTP_URL: 'smtps://user:five@mail.example.com',
  SMS_URL: 'https://user:six@sms.example.com',
  S3_URL: 'https://key:seven@s3.example.com/bucket?region=eu-central-1',
  TSA_URLS: 'https://user:eight@tsa.example.com',
  HTTPS_PROXY: 'http://user:eighteen@proxy.example.com:3128',
  HTTP_PROXY: 'http://user:nineteen@proxy.example.com:3128',
  SEAL_P12_PASSWORD: 'nine',
  CSC_CLIENT_SECRET: 'ten',
  STRIPE_SECRET_KEY: 'eleven',
  STRIPE_WEBHOOK_SECRET: 'whsec_twelve',
  TURN_SECRET: 'thirteen',
  MESSAGE_CALLBACK_SECRET: 'fourteen'.repeat(4),
  METRICS_TOKEN: 'fifteen-sixteen-seventeen',
};
/** A secret is asked for only where these are set, too. */
const OTHERS = {
  BASE_URL: 'https://inspections.example.com',
  SEAL_P12: '/etc/seal.p12',
  CSC_URL: 'https://csc.example.com',
  CSC_CLIENT_ID: 'fis',
  STRIPE_PRICES: 'pro=price_1',
  TURN_URL: 'turn:turn.example.com',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fis-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('a secret in a file', () => {
  it('is the same as in its variable, each of them, without the newline at the end', () => {
    const files = SECRET_NAMES.map((name) => [`${name}_FILE`, fileOf(name, `${VALUES[name]}\n`)]);
    const { secrets, config } = readConfig({ ...OTHERS, ...Object.fromEntries(files) });
    const inPlain = readConfig({ ...OTHERS, ...VALUES });
    expect({ ...secrets }).toEqual({ ...inPlain.secrets });
    expect(config).toEqual(inPlain.config);
    expect(Object.values({ ...secrets })).not.toContain(undefined);
  });

  it('loses one newline, of Windows, too, and nothing else', () => {
    const read = (text: string) =>
      readSecretFiles({ TURN_SECRET_FILE: fileOf('ends', text) }).env['TURN_SECRET'];
    expect(['a\r\n', 'a\n\n', ' a ', 'a'].map(read)).toEqual(['a', 'a\n', ' a ', 'a']);
  });

  it('is taken by script/admin, which asks for the addresses of the database alone', () => {
    const env = {
      DATABASE_URL_FILE: fileOf('url', `${VALUES['DATABASE_URL']}\n`),
      DATABASE_OWNER_URL_FILE: fileOf('owner', `${VALUES['DATABASE_OWNER_URL']}\n`),
      SMTP_URL_FILE: '/nowhere',
    };
    expect(readDataConfig(env)).toMatchObject({
      databaseUrl: VALUES['DATABASE_URL'],
      databaseOwnerUrl: VALUES['DATABASE_OWNER_URL'],
    });
    expect(() => readDataConfig({ ...env, DATABASE_URL_FILE: '/nowhere' })).toThrow(
      'DATABASE_URL_FILE: /nowhere is not there (ENOENT)',
    );
  });
});

describe('a file that can not be used stops the start, and is named with its cause', () => {
  const wrong = (value: string) =>
    problemsOf({ ...OTHERS, ...VALUES, TURN_SECRET: '', TURN_SECRET_FILE: value });

  it.each([
    ['is missing', () => join(folder, 'gone'), 'is not there (ENOENT)'],
    ['is a folder', () => folder, 'is a folder (EISDIR)'],
    ['lies below a file', () => join(fileOf('file', 'x'), 'below'), "can't be read (ENOTDIR)"],
    ['is empty', () => fileOf('empty', '\n'), 'is empty'],
    ['has no end', () => '/dev/zero', 'has more than the 65536 bytes that a secret may have'],
  ])('%s', (_, path, words) => {
    expect(wrong(path())).toBe(`TURN_SECRET_FILE: ${path()} ${words}`);
  });

  it('beside other settings that are wrong, all at once', () => {
    const problems = problemsOf({ ...OTHERS, ...VALUES, SMTP_URL: '', SMTP_URL_FILE: '/nowhere', PORT: 'x' });
    expect(problems.split('\n').map((line) => line.split(':')[0])).toEqual(['SMTP_URL_FILE', 'PORT']);
  });

  it('when the variable is set, too: nobody guesses which one counts', () => {
    const problems = problemsOf({ ...OTHERS, ...VALUES, METRICS_TOKEN_FILE: fileOf('token', 'another') });
    expect(problems).toBe('METRICS_TOKEN, METRICS_TOKEN_FILE: set one of the two');
  });
});

describe('the list of settings', () => {
  it('has each that the service reads, and no other', () => {
    expect(SETTING_NAMES.toSorted()).toEqual(Object.keys(Environment.shape).sort());
  });

  it('says the default that the service takes', () => {
    const told = SETTING_NAMES.flatMap((name) => {
      const { fallback } = SETTINGS[name];
      return fallback === undefined ? [] : [[name, fallback] as const];
    });
    expect(told.length).toBeGreaterThan(20);
    for (const [name, fallback] of told)
      expect([name, Environment.parse({ [name]: fallback })]).toEqual([name, Environment.parse({})]);
  });

  it('names each required setting that the start asks for', () => {
    const required = SETTING_NAMES.filter((name) => SETTINGS[name].isRequired);
    const missing = problemsOf({ DEMO: 'false' }).match(/^\w+(?=: is missing)/gm);
    expect(required.toSorted()).toEqual([...missing!, 'DATABASE_URL'].sort());
  });

  it('has as a secret each that is called a secret, a password, a token or a key', () => {
    const called = SETTING_NAMES.filter((name) => /(SECRET|PASSWORD|TOKEN|KEYS?)$/.test(name));
    expect(called.filter((name) => !SETTINGS[name].isSecret)).toEqual([]);
  });
});
