import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/server/src/config/read-config.ts';
import { SECRET_NAMES, SETTING_NAMES } from '../../apps/server/src/config/settings.ts';
import { readCodeBlocks, ROOT } from '../code-blocks/read-code-blocks.ts';

const FOLDER = join(ROOT, 'operations/systemd');
const UNITS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const known = new Set<string>([
  ...SETTING_NAMES.filter((name) => !SECRET_NAMES.includes(name)),
  ...SECRET_NAMES.map((name) => `${name}_FILE`),
]);

describe('the units of systemd', () => {
  it.each(UNITS)('$name gives settings that there are, and secrets by credentials alone', ({ text }) => {
    const given = valuesOf(text, 'Environment').map((assignment) => assignment.split('='));
    expect(given.length).toBeGreaterThan(1);
    expect(given.filter(([name = '']) => !known.has(name))).toEqual([]);
    const loaded = valuesOf(text, 'LoadCredential').map((credential) => credential.split(':')[0]);
    const read = given.flatMap(([, value = '']) => /^%d\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(read).toEqual(loaded);
  });

  it.each(UNITS)('$name runs as a user of its own, who may write to nothing else', ({ text }) => {
    expect(valuesOf(text, 'DynamicUser')).toEqual(['yes']);
    expect(valuesOf(text, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(text, 'CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf(text, 'NoNewPrivileges')).toEqual(['yes']);
  });

  it('listen on this machine alone, unless the settings of the host say otherwise', () => {
    const serving = UNITS.filter(({ name }) => name.includes('@'));
    for (const { text } of serving) {
      expect(valuesOf(text, 'Environment')).toContain('LISTEN_ADDRESS=127.0.0.1');
      // systemd takes what a file says before what a unit says.
      expect(valuesOf(text, 'EnvironmentFile')).toEqual(['/etc/fis/settings.env']);
    }
  });

  it('have the doctor look as the user of the processes, with their settings and secrets', () => {
    const [api, doctor] = ['fis-api@', 'fis-doctor'].map(
      (unit) => UNITS.find(({ name }) => name === `${unit}.service`)!.text,
    );
    for (const key of ['User', 'StateDirectory', 'EnvironmentFile', 'LoadCredential'])
      expect([key, valuesOf(doctor!, key)]).toEqual([key, valuesOf(api!, key)]);
    expect(valuesOf(doctor!, 'Environment')).toEqual(
      valuesOf(api!, 'Environment').filter((assignment) => assignment !== 'PORT=%i'),
    );
  });

  it('let the job that migrates alone know the password of the role that owns the tables', () => {
    const knowing = UNITS.filter(({ text }) => text.includes('database_owner_url'));
    expect(knowing.map(({ name }) => name)).toEqual(['fis-migrate.service']);
  });

  it('give a process longer to end than it takes: 5 s for the balancers, 2 for those who connect, 15 for what is under way', () => {
    const serving = UNITS.filter(({ name }) => name.includes('@'));
    expect(serving).toHaveLength(2);
    const guides = ['operations', 'self-hosting'].map((name) =>
      readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
    );
    expect(guides[0]).toContain('Give a process 30 seconds before it is killed');
    expect(guides[1]).toContain('It has 45 seconds to end.');
    for (const { text } of serving) expect(valuesOf(text, 'TimeoutStopSec')).toEqual(['45']);
  });
});

describe('the guide by systemd', () => {
  const GUIDE = 'docs/self-hosting.md';
  const block = (part: string): string => {
    const found = readCodeBlocks().filter(({ page, code }) => page === GUIDE && code.includes(part));
    if (found.length !== 1) throw new Error(`${GUIDE} has ${found.length} blocks with ${part}`);
    return found[0]!.code;
  };
  const folder = mkdtempSync(join(tmpdir(), 'fis-guide-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** The block, in a folder of its own in place of the host's. */
  const run = (code: string, more = '') => {
    const moved = code.replaceAll('/etc/', `${folder}/etc/`).replaceAll(/^systemctl .*$/gm, '');
    return execFileSync('sh', ['-euc', `${moved}\n${more}`], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
  };
  const readDropIn = (unit: string, name: string) =>
    readFileSync(join(folder, `etc/systemd/system/${unit}.service.d/${name}`), 'utf8');

  it('has a shell with all settings that the service starts with, of the files that were made', () => {
    const env = {
      PATH: process.env.PATH,
      SECRETS: join(folder, 'etc/fis/secrets'),
      DATABASE_HOST: '127.0.0.1:5432',
    };
    const input = 'smtps://user:password@mail.example.com\n';
    execFileSync(join(ROOT, 'operations/compose/make-secrets.sh'), { env, input, stdio: 'pipe' });
    writeFileSync(join(folder, 'etc/fis/settings.env'), block('TRUST_PROXY_HOPS=1\nMAIL_FROM'));
    const print = `"${process.execPath}" -p 'JSON.stringify(process.env)'`;
    const { config, secrets } = readConfig(JSON.parse(run(block('set -a'), print)) as Record<string, string>);
    expect(config).toMatchObject({
      ...{ demo: false, embedded: false, trustProxyHops: 1, dataDir: '/var/lib/fis' },
      ...{
        baseUrl: 'https://inspections.example.com',
        mailFrom: 'Acme Inspections <inspections@example.com>',
      },
    });
    expect(secrets.databaseOwnerUrl).toContain('//fis_owner:');
  });

  it('hands the seal to both processes as a credential, by settings that there are', () => {
    run(block('LoadCredential=seal.p12'));
    const [api, worker] = ['fis-api@', 'fis-worker@'].map((unit) => readDropIn(unit, 'seal.conf'));
    expect([worker, readDropIn('fis-doctor', 'seal.conf')]).toEqual([api, api]);
    const given = valuesOf(api!, 'Environment').map((assignment) => assignment.split('='));
    expect(given.map(([name = '']) => [name, known.has(name)])).toEqual([
      ['SEAL_P12', true],
      ['SEAL_P12_PASSWORD_FILE', true],
    ]);
    const loaded = valuesOf(api!, 'LoadCredential').map((credential) => credential.split(':')[0]);
    expect(given.map(([, value]) => value)).toEqual(loaded.map((name) => `%d/${name}`));
  });

  it('gives Caddy longer to stop than its file waits', () => {
    const code = block('caddy.service.d').replace(/^cp .*$/m, '');
    run(code);
    const [grace] = /grace_period (\d+)s/
      .exec(readFileSync(join(ROOT, 'operations/Caddyfile'), 'utf8'))!
      .slice(1);
    const dropIn = readDropIn('caddy', 'fis.conf');
    expect(Number(valuesOf(dropIn, 'TimeoutStopSec')[0])).toBeGreaterThan(Number(grace));
    // Its file has no admin API, which a reload asks.
    expect(valuesOf(dropIn, 'ExecReload')).toEqual(['']);
  });

  it('starts units that there are, each at a port of its own', () => {
    const named = readCodeBlocks()
      .filter(({ page, code }) => page === GUIDE && code.includes('systemctl'))
      .flatMap(({ code }) => [...code.matchAll(/\b(fis-[a-z]+@?)(\d*)/g)]);
    const text = readFileSync(join(ROOT, GUIDE), 'utf8');
    const told = [...text.matchAll(/`systemctl [^`]*`/g)].flatMap(([command]) => [
      ...command.matchAll(/\b(fis-[a-z]+@?)(\d*)/g),
    ]);
    expect(new Set([...named, ...told].map(([, unit]) => `${unit}.service`))).toEqual(
      new Set(UNITS.map(({ name }) => name)),
    );
    const ports = new Set([...named, ...told].flatMap(([unit, , port]) => (port ? [unit] : [])));
    expect([...ports]).toEqual(['fis-api@3000', 'fis-worker@3001']);
  });

  it('leaves a running process its files where the link leads to the next release', async () => {
    for (const release of ['fis-1.0.0', 'fis-1.1.0']) {
      mkdirSync(join(folder, release));
      writeFileSync(join(folder, release, 'late.mjs'), `process.stdout.write('${release}');`);
      const waits = `process.stdin.once('data', () => import('./late.mjs').finally(() => process.stdin.unref()));`;
      writeFileSync(join(folder, release, 'main.mjs'), `process.stdout.write('up');\n${waits}`);
    }
    const link = (release: string) => execFileSync('ln', ['-sfn', release, join(folder, 'fis')]);
    expect(block('tar -xzf')).toContain('ln -sfn ');
    link('fis-1.0.0');
    const running = spawn(process.execPath, [join(folder, 'fis/main.mjs')]);
    const [up] = (await once(running.stdout, 'data')) as [Buffer];
    link('fis-1.1.0');
    running.stdin.end('go\n');
    expect([String(up), await readText(running.stdout)]).toEqual(['up', 'fis-1.0.0']);
  });

  it('starts a release only once its migration is done, and gives keys to members by their id', () => {
    expect(block('systemctl restart fis-migrate')).toContain(
      'systemctl restart fis-migrate && systemctl restart fis-api@3000 fis-worker@3001\n',
    );
    expect(block('credential create')).toMatch(/credential create .* --member ID$/m);
  });
});

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

// Needs systemd-analyze, of the package systemd.
describe.skipIf(!hasAnalyze)('the units of systemd, as systemd-analyze reads them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fis-units-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are verified without a word', () => {
    for (const { name, text } of UNITS) {
      // The program is not installed here, and systemd-analyze asks whether it is.
      writeFileSync(join(folder, name), text.replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true'));
    }
    const files = UNITS.map(({ name }) => join(folder, name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    writeFileSync(join(folder, UNITS[0]!.name), UNITS[0]!.text.replace('ExecStart=', 'ExecuteStart='));
    const spoilt = spawnSync('systemd-analyze', ['verify', '--man=no', files[0]!], { encoding: 'utf8' });
    expect(spoilt.stderr).toContain('ExecuteStart');
  });

  it.each(UNITS)('$name is exposed to 2.0 of 10 at most', ({ name }) => {
    const run = () =>
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', join(FOLDER, name)]);
    expect(run).not.toThrow();
  });
});
