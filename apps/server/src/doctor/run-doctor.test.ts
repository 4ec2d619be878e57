import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { EC_KEY, openOpensslFolder, opensslVersion } from '../platform/pkcs12/testing/run-openssl.ts';
import { SPARE_BYTES } from '../platform/object-store/create-folder-store.ts';
import { createTestSigner } from '../testing/create-test-seal.ts';
import { runAdmin } from '../testing/run-admin.ts';
import { startTimestampAuthority } from '../testing/start-timestamp-authority.ts';
import { startStripeServer } from '../testing/start-stripe-server.ts';
import { startTurnServer } from '../testing/start-turn-server.ts';
import { judgeFreeSpace } from './probes/probe-objects.ts';
import { startSilence } from './testing/start-silence.ts';
import { SECRET, useDoctor } from './testing/use-doctor.ts';

const { base, closes, examine, look } = useDoctor();

const startSmtp = async (password: string) => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: 'u' }) : done(new Error('no')),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://u:${SECRET}@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
};
const startGateway = async (status: number) => {
  const methods: string[] = [];
  const server = createHttp((request, response) => {
    methods.push(request.method!);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  return { url: `http://u:${SECRET}@127.0.0.1:${(server.address() as AddressInfo).port}/sms`, methods };
};
describe('the objects', () => {
  it('in no folder yet, which it leaves for the service to make', async () => {
    const { DATA_DIR } = base();
    mkdirSync(DATA_DIR, { recursive: true });
    expect(await look('objects')).toMatch(
      /^warning: No server has stored .* Once it has started, the service makes the folder/,
    );
    expect(await readdir(DATA_DIR)).toEqual([]);
    mkdirSync(`${DATA_DIR}/objects`);
    expect(await look('objects')).toMatch(/^warning: No server has stored/);
    expect(await readdir(`${DATA_DIR}/objects`)).toEqual([]);
    const DEEP = `${DATA_DIR}/a/b`;
    expect(await look('objects', { DATA_DIR: DEEP })).toMatch(/^warning: No server has stored/);
    expect(await readdir(DATA_DIR)).toEqual(['objects']);
  });
  it('in a folder that can be written', async () => {
    mkdirSync(`${base().DATA_DIR}/objects/.partial`, { recursive: true });
    expect(await look('objects')).toMatch(
      /An object was written, read and deleted in DATA_DIR|Only .* free in DATA_DIR/,
    );
  });
  it('in a folder that can not be made', async () => {
    expect(await look('objects', { DATA_DIR: '/dev/null/x' })).toMatch(
      /^wrong: .*Check that this process may write to DATA_DIR/,
    );
  });
  it('in a bucket that does not answer', async () => {
    const S3_URL = `http://KEY:${SECRET}@127.0.0.1:1/bucket?region=x`;
    expect(await look('objects', { S3_URL })).toMatch(
      /^wrong: Nothing answers there \(ECONNREFUSED\)\. Check S3_URL/,
    );
  });
});

describe('the room under DATA_DIR', () => {
  it('is wrong where /readyz is 503, and told in a unit that shows it', () => {
    expect(judgeFreeSpace(SPARE_BYTES - 1)).toEqual({
      state: 'wrong',
      words: expect.stringMatching(/^Only 49 MiB are free in DATA_DIR, less than the 50 MiB/) as string,
    });
    expect(judgeFreeSpace(SPARE_BYTES)).toEqual({
      state: 'warning',
      words: 'Only 50 MiB are free in DATA_DIR. Make room before uploads are refused.',
    });
    expect(judgeFreeSpace(8 * 2 ** 30)).toMatchObject({ state: 'ok' });
  });
});

describe('mail and SMS', () => {
  it('without a password for mail: it says that none is set', async () => {
    const url = (await startSmtp(SECRET)).replace(`u:${SECRET}@`, '');
    expect(await look('mail', { SMTP_URL: url })).toMatch(
      /^ok: The mail server answers; no password is set\./,
    );
  });

  it('warns of a sender of mail at localhost, as the default is', async () => {
    const SMTP_URL = await startSmtp(SECRET);
    const { mailFrom } = readConfig({ ...base(), MAIL_FROM: undefined }).config;
    expect(await look('mail', { SMTP_URL, MAIL_FROM: mailFrom })).toMatch(
      /^ok: .*\nwarning: MAIL_FROM names a sender at localhost/,
    );
    expect(await look('mail', { SMTP_URL })).toMatch(/^ok: [^\n]*$/);
  });

  it('with the right and a wrong password for mail', async () => {
    expect(await look('mail', { SMTP_URL: await startSmtp(SECRET) })).toMatch(
      /^ok: The mail server answers and takes/,
    );
    expect(await look('mail', { SMTP_URL: await startSmtp('other') })).toMatch(
      /^wrong: The user or the password is refused \(EAUTH\)\. Check SMTP_URL/,
    );
  });
  it.each([
    [405, /^ok: The gateway answers \(405\)/],
    [401, /^wrong: The gateway refuses the user or the password \(401\)\. Check SMS_URL/],
    [503, /^wrong: The gateway answers 503/],
  ])('with a gateway that answers %i, and sends nothing', async (status, words) => {
    const { url, methods } = await startGateway(status);
    expect(await look('sms', { SMS_URL: url })).toMatch(words);
    expect(methods).toEqual(['HEAD']);
  });
});

describe('the authorities', () => {
  it('that give a token, that say something else, and that are not there', async () => {
    const authority = await startTimestampAuthority({ now: () => new Date() });
    closes.push(authority.close);
    const { url: gateway } = await startGateway(200);
    const TSA_URLS = [authority.url, gateway.replace(`u:${SECRET}@`, ''), 'http://127.0.0.1:1/tsa'].join(',');
    const found = (await look('authorities', { TSA_URLS })).split('\n');
    expect(found[0]).toMatch(/^ok: http.* gives tokens that are valid\. Its certificates last until 2\d{3}-/);
    expect(found[0]).toContain(authority.url);
    expect(found[1]).toMatch(/^wrong: http/);
    expect(found[2]).toContain('The authority could not be reached: ECONNREFUSED. Check TSA_URLS');
  });
});

describe('the seal', () => {
  it('that can not be read', async () => {
    expect(await look('seal', { SEAL_P12: '/nonexistent.p12', SEAL_P12_PASSWORD: SECRET })).toBe(
      "wrong: SEAL_P12: /nonexistent.p12 can't be read (ENOENT). Name a PKCS#12 file that this process may read.",
    );
  });
  it.skipIf(!opensslVersion)('that signs, and is signed by itself', async () => {
    const folder = openOpensslFolder();
    closes.push(folder.close);
    folder.makeCertificate('own', EC_KEY);
    folder.run(
      ...['pkcs12', '-export', '-inkey', 'own.key', '-in', 'own.pem'],
      '-out',
      'own.p12',
      '-passout',
      `pass:${SECRET}`,
    );
    const env = { SEAL_P12: folder.pathOf('own.p12'), SEAL_P12_PASSWORD: SECRET };
    expect(await look('seal', env)).toMatch(
      /^ok: .*Acme seal.* signs, until .*\nwarning: .*signed by itself/s,
    );
    expect(await look('seal', { ...env, SEAL_P12_PASSWORD: 'no' })).toMatch(
      /^wrong: SEAL_P12_PASSWORD: does not open/,
    );
  });
  it.skipIf(!opensslVersion)('that has expired, and what follows from it', async () => {
    const folder = openOpensslFolder();
    closes.push(folder.close);
    const { key, certificates } = createTestSigner('P-256', undefined, { days: -0.5 });
    writeFileSync(folder.pathOf('old.pem'), new X509Certificate(certificates[0]!).toString());
    writeFileSync(folder.pathOf('old.key'), key.export({ type: 'pkcs8', format: 'pem' }));
    folder.run(
      ...['pkcs12', '-export', '-inkey', 'old.key', '-in', 'old.pem'],
      ...['-passout', `pass:${SECRET}`, '-out', 'old.p12'],
    );
    const env = { SEAL_P12: folder.pathOf('old.p12'), SEAL_P12_PASSWORD: SECRET };
    const [first] = (await look('seal', env)).split('\n');
    expect(first).toMatch(/^wrong: SEAL_P12: the certificate expired at .*: reports wait for a valid one/);
    expect(await look('seal', { ...env, SEAL_REQUIRED: 'false' })).toMatch(
      /^wrong: .*reports are made without/,
    );
  });
});

describe('TURN', () => {
  it.each(['udp', 'tcp'] as const)(
    'by %s: a relay address is asked for and given back',
    async (transport) => {
      const server = await startTurnServer({ secret: SECRET, transport });
      closes.push(server.close);
      const env = { TURN_URL: server.url, TURN_SECRET: SECRET };
      expect(await look('turn', env)).toBe(
        'ok: The TURN server takes the password and gives a relay address.',
      );
      expect(server.types).toEqual([3, 3, 4]);
      expect(await look('turn', { ...env, TURN_SECRET: 'other' })).toMatch(
        /^wrong: The TURN server refuses the password: TURN_SECRET/,
      );
    },
  );
  it('at several addresses: each is named with what it says', async () => {
    const server = await startTurnServer({ secret: SECRET, transport: 'tcp' });
    closes.push(server.close);
    const TURN_URL = `${server.url},turn:127.0.0.1:1?transport=tcp`;
    expect((await look('turn', { TURN_URL, TURN_SECRET: SECRET })).split('\n')).toEqual([
      `ok: ${server.url}: The TURN server takes the password and gives a relay address.`,
      'wrong: turn:127.0.0.1:1?transport=tcp: Nothing answers there (ECONNREFUSED). Check TURN_URL, and that its port is open from here.',
    ]);
  });
  it('that is open to anybody', async () => {
    const server = await startTurnServer({ secret: SECRET, transport: 'tcp', isOpen: true });
    closes.push(server.close);
    expect(await look('turn', { TURN_URL: server.url, TURN_SECRET: SECRET })).toMatch(
      /^wrong: .* anybody may use it/,
    );
  });
});

describe('Stripe', () => {
  it('that takes the key and knows the prices, that refuses the key, and that does not answer', async () => {
    const stripe = await startStripeServer();
    const { secretKey, webhookSecret } = stripe.settings;
    const settings = {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICES: 'pro=price_pro',
      STRIPE_API_URL: stripe.apiUrl,
    };
    expect(await look('billing', settings)).toMatch(/^ok: Stripe takes the key, and has a price for pro\./);
    const refused = await look('billing', { ...settings, STRIPE_SECRET_KEY: SECRET });
    expect(refused).toMatch(/^wrong: .* Check STRIPE_SECRET_KEY/);
    await stripe.close();
    expect(await look('billing', settings)).toMatch(/^wrong: .* Check STRIPE_SECRET_KEY/);
  });
});

describe('the doctor', () => {
  it('calls nothing wrong that is not configured', async () => {
    const states = (await examine()).filter(({ state }) => state === 'off').map(({ part }) => part);
    expect(states).toEqual(['owner', 'pooler', 'sms', 'authorities', 'seal', 'turn', 'billing']);
  });
  it('says where BASE_URL leads', async () => {
    expect(await look('base url')).toMatch(/^ok: localhost leads to /);
    expect(await look('base url', { BASE_URL: 'http://localhost' })).toMatch(/^warning: .* https alone/);
    expect(await look('base url', { BASE_URL: 'https://none.invalid' })).toMatch(
      /^wrong: .*make its DNS record\.$/,
    );
  });
  it('looks at all parts at once, and gives each five seconds', async () => {
    const port = await startSilence(closes);
    const started = performance.now();
    const findings = await examine({
      DATABASE_OWNER_URL: `postgresql://u:${SECRET}@127.0.0.1:${port}/x`,
      SMTP_URL: `smtp://u:${SECRET}@127.0.0.1:${port}`,
      SMS_URL: `http://127.0.0.1:${port}/`,
      TSA_URLS: `http://127.0.0.1:${port}/`,
      TURN_URL: `turn:127.0.0.1:${port}?transport=tcp`,
      TURN_SECRET: SECRET,
    });
    expect(performance.now() - started).toBeLessThan(9_000);
    const silent = findings.filter(({ state }) => state === 'wrong');
    expect(silent.map(({ part }) => part)).toEqual(['owner', 'mail', 'sms', 'authorities', 'turn']);
    for (const { words } of silent) expect(words).toMatch(/No answer came in time|no answer in time/);
  });
  it('tells the settings that stop the start, each by itself', async () => {
    expect(await look('settings', { MASTER_KEYS: SECRET, SMTP_URL: SECRET })).toMatch(
      /^wrong: MASTER_KEYS: .*\nwrong: SMTP_URL: must start with smtp:\/\//,
    );
  });
  it('ends with 1 when something is wrong, and prints one line with --json', async () => {
    const broken = await runAdmin(base(), 'doctor', '--json');
    expect(broken.exitCode).toBe(1);
    const findings = JSON.parse(broken.stdout) as { part: string; state: string }[];
    expect(findings.filter(({ state }) => state === 'wrong').map(({ part }) => part)).toEqual(['mail']);
    const whole = await runAdmin({ ...base(), SMTP_URL: await startSmtp(SECRET) }, 'doctor');
    expect(whole.exitCode).toBe(0);
    expect(whole.stdout).toMatch(/^warning {2}database .*\nok {7}database /);
  });
});
