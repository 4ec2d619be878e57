import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { createMailer } from '../platform/messages/create-mailer.ts';
import { createSmsSender } from '../platform/messages/create-sms-sender.ts';
import { systemRandom } from '../platform/secrets/random.ts';
import { createDemoTxt } from './create-demo-txt.ts';
import { openEdges } from './open-edges.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-edges-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const clock = { now: () => new Date('2026-11-20T14:05:00.123Z') };
const open = (env: Record<string, string> = {}) =>
  openEdges(readConfig({ DATA_DIR: dataDir, ...env }), { clock, random: systemRandom });

describe('mail', () => {
  const message = { to: 'anna@example.com', subject: 's', text: 't', html: '<p>t</p>', messageId: 'm1' };

  it('fills the outbox in demo mode', async () => {
    await (await open()).mailer!.send(message);
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1);
  });

  it('uses a mail server in demo mode too when one is set', async () => {
    expect(await open({ SMTP_URL: 'smtp://127.0.0.1:1' })).not.toHaveProperty('mailer');
  });

  it('writes no codes to the disk outside demo mode', () => {
    const from = 'Field Inspection <no-reply@inspect.example>';
    expect(() => createMailer({ smtpUrl: undefined, from, clock })).toThrow(/SMTP_URL: is missing/);
  });
});

describe('SMS', () => {
  const message = { to: '+393331234567', text: '048291 è il codice', clientRef: 'm1' };

  it('fills the outbox that e-mails share in demo mode', async () => {
    await (await open()).sms!.send(message);
    const outbox = join(dataDir, 'outbox');
    expect(await readdir(outbox)).toEqual(['2026-11-20T14-05-00.123Z_m1.sms.json']);
    expect(JSON.parse(await readFile(join(outbox, '2026-11-20T14-05-00.123Z_m1.sms.json'), 'utf8'))).toEqual({
      channel: 'sms',
      to: '+393331234567',
      text: '048291 è il codice',
      message_id: 'm1',
      created_at: '2026-11-20T14:05:00.123Z',
    });
  });

  it('uses the gateway in demo mode too when one is set', async () => {
    expect(await open({ SMS_URL: 'http://127.0.0.1:1/' })).not.toHaveProperty('sms');
    await expect(createSmsSender({ smsUrl: 'http://127.0.0.1:1/' }).send(message)).rejects.toThrow(/gateway/);
  });

  it('refuses to send outside demo mode without a gateway', async () => {
    await expect(createSmsSender({ smsUrl: undefined }).send(message)).rejects.toThrow(/SMS_URL: is missing/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('timestamps', () => {
  it("are the server's own in demo mode, unless TSA_URLS names authorities", async () => {
    expect((await open()).timestampAuthorities?.map(({ name }) => name)).toEqual(['demo']);
    expect(await open({ TSA_URLS: 'https://a.example.com/' })).not.toHaveProperty('timestampAuthorities');
  });
});

describe('seals', () => {
  it("are the server's own in demo mode, and said to be so, unless SEAL_P12 names one", async () => {
    expect((await open()).seal).toMatchObject({ demo: true });
    expect(await open({ SEAL_P12: 'seal.p12' })).not.toHaveProperty('seal');
  });
});

describe('the DNS', () => {
  const file = () => join(dataDir, 'dns.txt');

  it('has the records of a file first in demo mode, and asks for all others', async () => {
    const ask = (name: string) => Promise.resolve([`asked for ${name}`]);
    const resolveTxt = createDemoTxt({ file: file(), ask });
    expect(await resolveTxt('_proof.acme.example')).toEqual(['asked for _proof.acme.example']);
    await writeFile(file(), '_proof.acme.example   one\r\n\n_Proof.acme.example two\nother.example three');
    expect(await resolveTxt('_PROOF.acme.example')).toEqual(['one', 'two']);
    expect(await resolveTxt('acme.example')).toEqual(['asked for acme.example']);
    expect((await open()).resolveTxt).toBeDefined();
  });
});

describe('signatures', () => {
  it("are by the server's own signer in demo mode, and said to be so", async () => {
    expect((await open()).demoSigner).toMatchObject({ demo: true });
  });
});
