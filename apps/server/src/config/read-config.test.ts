import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig, readDataConfig } from './read-config.ts';
import { problemsOf } from './testing/problems-of.ts';

const KEY = Buffer.alloc(32, 5).toString('base64');
const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@db.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${KEY}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
};

describe('without DATABASE_URL', () => {
  it('starts in demo mode with no setting at all, on this machine only', () => {
    const { config } = readConfig({});
    expect(config).toMatchObject({
      demo: true,
      embedded: true,
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      apiBaseUrl: 'http://127.0.0.1:3000/v1',
      webhookAllowPrivateNetworks: true,
      smsConfigured: true,
    });
  });

  it.each([
    'https://inspections.example.com',
    'http://0.0.0.0:3000',
    'http://192.168.1.2',
    'http://127.0.0.1.example.com',
  ])('refuses to serve the demo at %s', (url) => {
    expect(problemsOf({ BASE_URL: url })).toMatch(/^BASE_URL: .*loopback/);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'http://LOCALHOST'])(
    'serves the demo at %s',
    (url) => {
      expect(readConfig({ BASE_URL: url }).config.demo).toBe(true);
    },
  );

  it('keeps loopback receivers refused where the demo is told so', () => {
    const { config } = readConfig({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false' });
    expect(config.webhookAllowPrivateNetworks).toBe(false);
  });

  it('has no owner to name', () => {
    expect(problemsOf({ DATABASE_OWNER_URL: 'postgresql://owner@db/fis' })).toMatch(/^DATABASE_OWNER_URL: /);
  });

  it('asks with DEMO=false for what production asks for', () => {
    const problems = problemsOf({ DEMO: 'false' });
    for (const name of ['SMTP_URL', 'MASTER_KEYS', 'BASE_URL'])
      expect(problems).toContain(`${name}: is missing`);
  });
});

describe('with DATABASE_URL', () => {
  it('has the numbers that the README names unless told otherwise', () => {
    expect(readConfig(PRODUCTION).config).toMatchObject({
      demo: false,
      embedded: false,
      host: '0.0.0.0',
      baseUrl: 'https://inspections.example.com',
      trustProxyHops: 0,
      webhookAllowPrivateNetworks: false,
      smsConfigured: false,
      webhookRetryDelaysMs: [30_000, 300_000, 3_600_000, 21_600_000, 86_400_000],
      webhookTimeoutMs: 10_000,
      otpTtlMs: 600_000,
      idempotencyTtlMs: 86_400_000,
      secretOverlapMs: 86_400_000,
      rateWindowSeconds: 60,
      unauthenticatedRateLimit: 6_000,
      sessionTtlMs: 86_400_000,
      messagesPerOrganisationDay: undefined,
      messagesPerRecipientHour: 5,
      messagesPerRecipientHourOverall: 20,
      messageRetentionMs: 30 * 86_400_000,
      deliveryRetentionMs: 30 * 86_400_000,
    });
  });

  it.each(['SMTP_URL', 'MASTER_KEYS', 'BASE_URL'])('does not start without %s, and says so', (name) => {
    expect(problemsOf({ ...PRODUCTION, [name]: undefined })).toMatch(new RegExp(`^${name}: is missing`));
    expect(problemsOf({ ...PRODUCTION, [name]: '' })).toMatch(new RegExp(`^${name}: is missing`));
  });

  it('names every setting that is wrong, not only the first', () => {
    const problems = problemsOf({ ...PRODUCTION, PORT: 'x', DEMO: 'maybe', OTP_TTL: '-1' });
    for (const name of ['PORT', 'DEMO', 'OTP_TTL']) expect(problems).toMatch(new RegExp(`^${name}: `, 'm'));
  });

  it('takes TURN_URL and TURN_SECRET only together', () => {
    for (const one of [{ TURN_URL: 'turn:turn.example.com' }, { TURN_SECRET: 'shared-secret' }]) {
      expect(problemsOf({ ...PRODUCTION, ...one })).toBe('TURN_URL, TURN_SECRET: set both or neither');
    }
    const both = { TURN_URL: 'turns:turn.example.com', TURN_SECRET: 'shared-secret' };
    expect(readConfig({ ...PRODUCTION, ...both }).config.turnUrls).toEqual(['turns:turn.example.com']);
  });
});

describe('a malformed setting', () => {
  const MALFORMED: Record<string, string[]> = {
    LISTEN_ADDRESS: ['localhost', '127.0.0.1:3000', '127.0.0', '[::1]', ' '],
    PORT: ['x', '-1', '65536', '3000.5', '0x10', ' '],
    BASE_URL: [
      'inspections.example.com',
      'ftp://example.com',
      '//example.com',
      'x',
      'https://example.com/?a=1',
      'https://example.com/#a',
    ],
    CSC_URL: ['csc.example.com', 'ftp://example.com', 'https://a:b@example.com', 'https://example.com/?a=1'],
    DATABASE_URL: ['mysql://db', 'db.example.com', 'file:db'],
    DATABASE_OWNER_URL: ['mysql://db', 'db.example.com', 'file:db'],
    ALLOW_NEWER_DATABASE: ['yes', '1'],
    DEMO: ['yes', '1', 'TRUE'],
    MASTER_KEYS: [
      'k1',
      `:${KEY}`,
      `k1:${KEY.slice(4)}`,
      `k1:${KEY},`,
      `bad id:${KEY}`,
      `k1:${KEY},k1:${Buffer.alloc(32, 6).toString('base64')}`,
    ],
    SMTP_URL: ['mail.example.com', 'http://mail.example.com'],
    SMS_URL: ['sms.example.com', 'smpp://sms.example.com'],
    TSA_URLS: [
      'tsa.example.com',
      'ftp://tsa.example.com',
      'https://a.example.com,',
      'https://a.example.com,https://a.example.com/',
    ],
    TURN_URL: [
      'turn.example.com',
      'stun:turn.example.com',
      'turn:turn.example.com,',
      'turn:a.example.com,turn:a.example.com',
      'turn:turn.example.com?transport=sctp',
    ],
    METRICS_TOKEN: ['short'],
    MESSAGE_CALLBACK_SECRET: ['short'],
    LOG_LEVEL: ['verbose', 'INFO'],
    TRUST_PROXY_HOPS: ['-1', 'all', '1.5'],
    SIGNALLING_ORIGINS: [
      'app.example.com',
      'https://app.example.com/',
      'https://a.example,*',
      'wss://a.example',
    ],
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: ['yes'],
    WEBHOOK_RETRY_DELAYS: ['30,', '30;300', 'now', '-1'],
    WEBHOOK_TIMEOUT: ['0', '-1', 'ten', 'Infinity'],
    DELIVERY_RETENTION_DAYS: ['-1', '1.5'],
    OTP_TTL: ['0', 'x'],
    IDEMPOTENCY_TTL: ['0', 'x'],
    SECRET_OVERLAP: ['0', 'x'],
    RATE_WINDOW: ['-60', '1m'],
    UNAUTHENTICATED_RATE_LIMIT: ['-1', 'none'],
    SESSION_TTL_HOURS: ['0', '-24', 'day'],
    MESSAGES_PER_ORGANISATION_DAY: ['-1', 'x'],
    MESSAGES_PER_RECIPIENT_HOUR: ['-1', 'x'],
    MESSAGES_PER_RECIPIENT_OVERALL: ['-1', 'x'],
    MESSAGE_RETENTION_DAYS: ['0', '1.5'],
    WORKER_CONCURRENCY: ['-1', 'x'],
  };
  const cases = Object.entries(MALFORMED).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );

  it.each(cases)('%s=%j stops the start with a message that names it', (name, value) => {
    const problems = problemsOf({ ...PRODUCTION, [name]: value });
    expect(problems).toMatch(new RegExp(`^${name}: \\S`, 'm'));
  });

  it('is never repeated in the message: it may be a secret with a slip in it', () => {
    const problems = problemsOf({
      DATABASE_URL: 'postgres//fis:db-password@db',
      MASTER_KEYS: `k1:${KEY.slice(4)}`,
      SMTP_URL: 'user:smtp-password@mail',
      METRICS_TOKEN: 'tok-5f',
    });
    for (const secret of ['db-password', KEY.slice(4, 40), 'smtp-password', 'tok-5f'])
      expect(problems).not.toContain(secret);
  });
});

describe('well-formed settings', () => {
  it('takes the times in seconds', () => {
    const { config } = readConfig({
      ...PRODUCTION,
      WEBHOOK_RETRY_DELAYS: '0.1,2',
      WEBHOOK_TIMEOUT: '0.5',
      OTP_TTL: '5',
      IDEMPOTENCY_TTL: '1.5',
      SECRET_OVERLAP: '3',
      SESSION_TTL_HOURS: '0.5',
    });
    expect(config).toMatchObject({
      webhookRetryDelaysMs: [100, 2_000],
      webhookTimeoutMs: 500,
      otpTtlMs: 5_000,
      idempotencyTtlMs: 1_500,
      secretOverlapMs: 3_000,
      sessionTtlMs: 1_800_000,
    });
  });

  it('takes a ring of master keys, in its order', () => {
    const other = Buffer.alloc(32, 6).toString('base64');
    const { secrets } = readConfig({ ...PRODUCTION, MASTER_KEYS: `new:${other}, old:${KEY}` });
    expect(secrets.masterKeys.map(({ kid, key }) => [kid, key.toString('base64')])).toEqual([
      ['new', other],
      ['old', KEY],
    ]);
  });

  it('drops the slashes at the end of BASE_URL: paths begin with one', () => {
    const { config } = readConfig({ ...PRODUCTION, BASE_URL: 'https://example.com/inspections//' });
    expect(config.apiBaseUrl).toBe('https://example.com/inspections/v1');
  });
});

describe('the secrets', () => {
  const settings = readConfig({
    ...PRODUCTION,
    DATABASE_OWNER_URL: 'postgresql://owner:owner-password@db.example.com/fis',
    SMS_URL: 'https://user:sms-password@sms.example.com',
    TURN_URL: 'turn:turn.example.com',
    TURN_SECRET: 'turn-shared-secret',
    METRICS_TOKEN: 'metrics-token-0123456789',
  });
  const WORDS = [
    'db-password',
    'owner-password',
    'smtp-password',
    'sms-password',
    'turn-shared-secret',
    'metrics-token',
    KEY,
  ];

  it.each([
    ['inspect', () => inspect(settings, { depth: Infinity, showHidden: true })],
    ['JSON', () => JSON.stringify(settings)],
    ['a template', () => String(settings.secrets)],
    ['inspect of a list', () => inspect([settings.secrets])],
  ])('do not print by %s', (_, print) => {
    const printed = print();
    for (const word of WORDS) expect(printed).not.toContain(word);
  });

  it('are read where they are asked for by name', () => {
    expect(settings.secrets.turnSecret).toBe('turn-shared-secret');
    expect(settings.secrets.databaseUrl).toContain('db-password');
  });
});

describe('the data folder', () => {
  it('is meant from where the process was started, and needs no other setting to be right', () => {
    expect(readDataConfig({ PORT: 'x', DATA_DIR: '' })).toEqual({
      databaseUrl: undefined,
      allowNewerDatabase: false,
      dataDir: resolve('.data'),
    });
    const env = {
      DATABASE_URL: 'postgresql://db/fis',
      DATABASE_OWNER_URL: 'postgresql://owner@db/fis',
      ALLOW_NEWER_DATABASE: 'true',
      DATA_DIR: '/srv/fis',
    };
    expect(readDataConfig(env)).toEqual({
      databaseUrl: 'postgresql://db/fis',
      databaseOwnerUrl: 'postgresql://owner@db/fis',
      allowNewerDatabase: true,
      dataDir: '/srv/fis',
    });
    expect(readConfig({ DATA_DIR: 'somewhere' }).config.dataDir).toBe(resolve('somewhere'));
  });
});
