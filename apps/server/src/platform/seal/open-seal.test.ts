import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/read-config.ts';
import { createLogger } from '../logger.ts';
import {
  EC_KEY,
  openOpensslFolder,
  opensslVersion,
  PSS_KEY,
  RSA_KEY,
} from '../pkcs12/testing/run-openssl.ts';
import { openSeal } from './open-seal.ts';

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const PASSWORD = 'correct horse';
const DAY_MS = 86_400_000;

let logged: string[];
beforeEach(() => {
  logged = [];
});
const open = (file: string, { password = PASSWORD, now = new Date(), isRequired = true } = {}) =>
  openSeal(
    { sealP12: file, sealP12Password: password, isRequired },
    { clock: { now: () => now }, log: createLogger('warn', { write: (line) => void logged.push(line) }) },
  );
const refusalOf = async (opening: Promise<unknown>): Promise<string> => {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).not.toContain(PASSWORD);
  return message;
};

describe.skipIf(!opensslVersion)(`the seal of SEAL_P12 (${openssl})`, () => {
  let folder: ReturnType<typeof openOpensslFolder>;
  beforeAll(() => {
    folder = openOpensslFolder();
    folder.run(
      'req',
      '-x509',
      ...EC_KEY,
      '-nodes',
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
      '-subj',
      '/O=CA/CN=Root',
      '-days',
      '3000',
    );
  });
  afterAll(() => folder.close());

  const issue = (
    name: string,
    { key = EC_KEY, subject = '/O=Acme/CN=Acme seal', usage = 'digitalSignature' } = {},
  ) => {
    writeFileSync(folder.pathOf('ext'), `basicConstraints=CA:FALSE\nkeyUsage=critical,${usage}\n`);
    folder.run(
      'req',
      '-new',
      ...key,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
    folder.run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-days',
      '1000',
      '-extfile',
      'ext',
    );
  };
  const pack = (name: string, { key = name, options = [] as string[] } = {}) => {
    folder.run(
      'pkcs12',
      '-export',
      '-inkey',
      `${key}.key`,
      '-in',
      `${name}.pem`,
      ...options,
      '-passout',
      `pass:${PASSWORD}`,
      '-out',
      `${name}.p12`,
    );
    return folder.pathOf(`${name}.p12`);
  };
  const make = (name: string, choice: Parameters<typeof issue>[1] = {}, options: string[] = []) => {
    issue(name, choice);
    return pack(name, { options: [...options, '-certfile', 'root.pem'] });
  };

  it.each([
    ['RSA', RSA_KEY, 'SHA-256'],
    ['ECDSA', EC_KEY, 'SHA-256'],
    ['ECDSA on P-384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], 'SHA-384'],
    ['RSA-PSS', PSS_KEY, 'SHA-256'],
  ])(
    'is opened with a key of %s, of both ages of files, without its root and without a word',
    async (_, key, hash) => {
      for (const options of [
        [],
        ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
      ]) {
        const seal = await open(make('good', { key }, options));
        expect(seal).toMatchObject({ subject: 'CN=Acme seal,O=Acme', hash, demo: false });
        expect(seal.certificates).toHaveLength(1);
      }
      // Readers that rest on NSS don't take such keys.
      expect(logged.filter((line) => !line.includes('RSASSA-PSS alone'))).toEqual([]);
      expect(logged).toHaveLength(key === PSS_KEY ? 2 : 0);
    },
  );

  it('keeps the root of its file, which signs what is said of the certificates below it', async () => {
    const seal = await open(make('good'));
    const root = new X509Certificate(readFileSync(folder.pathOf('root.pem'))).raw;
    expect(seal.others!.map((der) => Buffer.from(der).equals(root))).toEqual([true]);
  });

  it('shows its key to nobody', async () => {
    const seal = await open(make('good'));
    expect(JSON.stringify(seal)).not.toMatch(/PRIVATE|privateKey|"key"/);
  });

  it('SEAL_P12_PASSWORD: is named when it is wrong', async () => {
    const file = make('good');
    for (const password of ['wrong', '']) {
      expect(await refusalOf(open(file, { password }))).toBe(
        `SEAL_P12_PASSWORD: does not open ${file}. Set the password that it was exported with.`,
      );
    }
  });

  it('stops the start over a file that is none, and says how to make one', async () => {
    expect(await refusalOf(open(folder.pathOf('missing.p12')))).toMatch(
      /^SEAL_P12: .*missing.p12 can't be read \(ENOENT\)/,
    );
    writeFileSync(folder.pathOf('bad.p12'), 'bad');
    expect(await refusalOf(open(folder.pathOf('bad.p12')))).toMatch(
      /^SEAL_P12: .*is no PKCS#12 file. Make one: openssl/,
    );
  });

  it('stops the start over a file that is protected in another way, and says how to convert it', async () => {
    const file = make('camellia', {}, ['-keypbe', 'CAMELLIA-256-CBC']);
    expect(await refusalOf(open(file))).toMatch(
      /^SEAL_P12: .*a cipher other than.* Write it anew: openssl pkcs12 -legacy/,
    );
  });

  it('stops the start over a file by RC2, which opens once the two commands that are said were run', async () => {
    const file = make('old', {}, ['-legacy']);
    const refusal = await refusalOf(open(file));
    expect(refusal).toMatch(/such as the RC2 of old programs\. Write it anew: /);
    const commands = refusal.match(/openssl .+?(?=, then |\. Delete )/g)!;
    expect(commands).toHaveLength(2);
    const secret = `pass:${PASSWORD}`;
    for (const command of commands) {
      const passwords = ['-passin', secret, ...(command.includes('-export') ? ['-passout', secret] : [])];
      folder.run(...command.split(' ').slice(1), ...passwords);
    }
    expect(await open(folder.pathOf('seal.p12'))).toMatchObject({ subject: 'CN=Acme seal,O=Acme' });
  });

  it("stops the start over a key that is not its certificate's, and over none", async () => {
    issue('one');
    issue('two');
    const both = folder.pathOf('both.p12');
    folder.run(
      'pkcs12',
      '-export',
      '-nokeys',
      '-in',
      'one.pem',
      '-passout',
      `pass:${PASSWORD}`,
      '-out',
      'both.p12',
    );
    expect(await refusalOf(open(both))).toMatch(/holds no private key/);
    folder.run(
      'pkcs12',
      '-export',
      '-inkey',
      'two.key',
      '-in',
      'two.pem',
      '-certfile',
      'one.pem',
      '-passout',
      `pass:${PASSWORD}`,
      '-out',
      'both.p12',
    );
    expect((await open(both))!.certificates).toHaveLength(1);
    folder.run(
      'pkcs12',
      '-export',
      '-inkey',
      'two.key',
      '-nocerts',
      '-passout',
      `pass:${PASSWORD}`,
      '-out',
      'both.p12',
    );
    expect(await refusalOf(open(both))).toMatch(/holds no certificate of its key/);
  });

  it.each([
    [
      'a person',
      { subject: '/CN=Ada Rossi/GN=Ada/SN=Rossi' },
      /certificate of a person \(.*Ada Rossi.*use a certificate that names one/,
    ],
    ['encryption alone', { usage: 'keyEncipherment' }, /not for signing documents/],
    ['an authority', { usage: 'keyCertSign' }, /not for signing documents/],
    ['a weak key', { key: ['-newkey', 'rsa:1024'] }, /weak or unknown. Use RSA of 2048/],
    [
      'an unusual curve',
      { key: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'] },
      /weak or unknown/,
    ],
  ])('stops the start over the certificate of %s', async (_, choice, words) => {
    expect(await refusalOf(open(make('bad', choice)))).toMatch(words);
  });

  it('stops the start over a certificate that leaves no room for the rest of a signature', async () => {
    const subject = `/O=Acme${'/OU=a department with a name as long as names may be, or nearly so'.repeat(200)}/CN=Acme`;
    expect(await refusalOf(open(make('long', { subject })))).toMatch(
      /a chain of \d+ bytes. A seal has room for/,
    );
  });

  it.each([
    ['once the certificate has expired', 1001, /SEAL_P12: the certificate expired at /],
    ['before it is valid', -2, /SEAL_P12: the certificate is valid only from /],
  ])(
    'is opened all the same %s, so that all but reports goes on, and the log says what follows',
    async (_, days, words) => {
      const file = make('good');
      const now = new Date(Date.now() + days * DAY_MS);
      expect(await open(file, { now })).toMatchObject({ subject: 'CN=Acme seal,O=Acme' });
      await open(file, { now, isRequired: false });
      const lines = logged.map((line) => JSON.parse(line) as { level: string; msg: string });
      expect(lines.map(({ level }) => level)).toEqual(['error', 'error']);
      for (const { msg } of lines) expect(msg).toMatch(words);
      expect(lines[0]!.msg).toContain('reports wait for a valid one. Export the renewed one to the file.');
      expect(lines[1]!.msg).toContain('reports are made without a seal. Export the renewed one to the file.');
    },
  );

  it('warns for 30 days before it expires', async () => {
    const file = make('good');
    await open(file, { now: new Date(Date.now() + 960 * DAY_MS) });
    expect(logged).toEqual([]);
    expect(await open(file, { now: new Date(Date.now() + 980 * DAY_MS) })).not.toBeNull();
    expect(logged.join('')).toMatch(/SEAL_P12: the certificate expires at .* reports wait for a valid one/);
  });

  it('warns when it is signed by itself, and when it names no organisation', async () => {
    folder.makeCertificate('self', EC_KEY, '/CN=Nobody');
    expect(await open(pack('self'))).toMatchObject({ subject: 'CN=Nobody' });
    expect(logged.join('')).toMatch(/names no organisation/);
    expect(logged.join('')).toMatch(/signed by itself/);
  });
});
