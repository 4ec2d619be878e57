import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { EC_KEY, openOpensslFolder, opensslVersion } from '../pkcs12/testing/run-openssl.ts';
import { measureSeal } from './measure-seal.ts';
import { openSealSource } from './open-seal-source.ts';

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const PASSWORD = 'correct horse';

let logged: string[];
beforeEach(() => {
  logged = [];
});
const open = (sealP12: string | undefined, { now = new Date() } = {}) =>
  openSealSource(
    { sealP12, sealP12Password: PASSWORD, isRequired: sealP12 !== undefined },
    { clock: { now: () => now }, log: createLogger('info', { write: (line) => void logged.push(line) }) },
  );

describe('without SEAL_P12', () => {
  it('there is no seal, the start warns, and no report waits for one', async () => {
    const source = await open(undefined);
    expect([await source.read(), source.isRequired]).toEqual([null, false]);
    expect(logged.join('')).toContain('SEAL_P12 is not set: reports are made without a seal');
  });

  it('no metric says that a seal ends', async () => {
    const metrics = createMetrics();
    await measureSeal({ seal: await open(undefined), metrics })();
    expect((await metrics.sealNotAfterSeconds.get()).values).toEqual([]);
  });
});

describe.skipIf(!opensslVersion)(`the file of SEAL_P12 (${openssl})`, () => {
  let folder: ReturnType<typeof openOpensslFolder>;
  let file: string;
  beforeAll(() => {
    folder = openOpensslFolder();
    file = folder.pathOf('seal.p12');
    for (const name of ['first', 'second']) {
      folder.makeCertificate(name, EC_KEY, `/O=Acme/CN=${name}`);
      folder.run(
        ...['pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.pem`],
        ...['-passout', `pass:${PASSWORD}`, '-out', `${name}.p12`],
      );
    }
  });
  afterAll(() => folder.close());
  beforeEach(() => copyFileSync(folder.pathOf('first.p12'), file));

  it('is opened anew once another seal is in it, and the metric tells the end of that one', async () => {
    const source = await open(file);
    const metrics = createMetrics();
    const measure = measureSeal({ seal: source, metrics });
    await measure();
    const before = await source.read();
    expect(before).toMatchObject({ subject: 'CN=first,O=Acme' });
    expect(await source.read()).toBe(before);

    copyFileSync(folder.pathOf('second.p12'), file);
    const after = await source.read();
    expect(after).toMatchObject({ subject: 'CN=second,O=Acme' });
    await measure();
    expect((await metrics.sealNotAfterSeconds.get()).values).toEqual([
      { labels: { subject: 'CN=second,O=Acme' }, value: after!.notAfter.getTime() / 1000 },
    ]);
    expect(logged.join('')).toContain('SEAL_P12 was opened anew');
  });

  it('leaves the seal as it is while it is gone or no seal, says so once, and is opened when it is one again', async () => {
    const source = await open(file);
    const told = () => logged.filter((line) => line.includes('the seal before it is kept')).length;
    for (const [index, spoil] of [() => rmSync(file), () => writeFileSync(file, 'bad')].entries()) {
      spoil();
      for (let time = 0; time < 3; time++) {
        expect(await source.read()).toMatchObject({ subject: 'CN=first,O=Acme' });
      }
      expect(told()).toBe(index + 1);
    }
    copyFileSync(folder.pathOf('second.p12'), file);
    expect(await source.read()).toMatchObject({ subject: 'CN=second,O=Acme' });
    expect(logged.join('')).not.toContain(PASSWORD);
  });
});
