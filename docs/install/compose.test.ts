import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/config/read-config.ts';
import { SECRET_NAMES, SETTING_NAMES } from '../../apps/server/src/config/settings.ts';
import { readCodeBlocks, ROOT } from '../code-blocks/read-code-blocks.ts';

type Service = {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  healthcheck?: object;
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  profiles?: string[];
  ports?: string[];
  networks?: string[];
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
};
type Compose = {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean }>;
};

const FOLDER = join(ROOT, 'operations/compose');
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const OURS = ['migrate', 'api', 'worker'];

/** Values as compose puts them in: \${NAME:?words}, \${NAME:-other}, \${NAME:+other}. */
const interpolate = (value: string, given: Record<string, string>): string =>
  value.replaceAll(/\$\{(\w+):([?+-])([^}]*)\}/g, (_, name: string, sign: string, other: string) => {
    if (sign === '+') return given[name] ? other : '';
    return given[name] ?? (sign === '-' ? other : '');
  });

describe('operations/compose/compose.yaml', () => {
  it('is right by the schema of the compose specification', () => {
    // compose-spec.json is that of github.com/compose-spec/compose-spec (Apache-2.0), as the package dclint 3.1.0 has it.
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/install/compose-spec.json'), 'utf8')) as {
      $schema?: string;
    };
    delete schema.$schema;
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const judge = ajv.compile(schema);
    expect([judge(compose), judge.errors]).toEqual([true, null]);
    expect(judge({ services: { api: { images: 'x' } } })).toBe(false);
  });

  it('gives the service settings that there are, and secrets by files alone', () => {
    const known = new Set<string>([
      ...SETTING_NAMES.filter((name) => !SECRET_NAMES.includes(name)),
      ...SECRET_NAMES.map((name) => `${name}_FILE`),
    ]);
    const given = OURS.flatMap((name) => Object.keys(compose.services[name]!.environment!));
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has no secret in plain: no password, and each file of a secret is named by who reads it', () => {
    expect(text).not.toMatch(/:\/\/[^\s/]+:[^\s/]+@/);
    const values = services.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment).map(([variable, value]) => ({ name, variable, value })),
    );
    expect(values.filter(({ variable }) => /(PASSWORD|SECRET|TOKEN|KEYS?)$/.test(variable))).toEqual([]);
    const read = services.flatMap(([name, service]) =>
      [...JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g)].map(([, secret]) => ({ name, secret })),
    );
    for (const { name, secret } of read) expect(compose.services[name]!.secrets).toContain(secret);
  });

  it('lets the job that migrates alone know the password of the role that owns the tables', () => {
    const knowing = services.filter(([, { secrets = [] }]) => secrets.includes('database_owner_url'));
    expect(knowing.map(([name]) => name)).toEqual(['migrate']);
  });

  it('publishes the ports of Caddy alone, and PostgreSQL is in a network that leads nowhere', () => {
    const publishing = services.filter(([, { ports }]) => ports);
    expect(publishing.map(([name, { ports }]) => [name, ports])).toEqual([
      ['caddy', ['80:80', '443:443', '443:443/udp']],
    ]);
    expect(compose.services['postgres']!.networks).toEqual(['back']);
    expect(compose.networks['back']).toEqual({ internal: true });
  });

  it('starts both processes once the job that migrates is done, by settings of yours, and gives them 45 seconds to end', () => {
    for (const name of ['api', 'worker']) {
      const { depends_on, env_file, stop_grace_period } = compose.services[name]!;
      expect(depends_on!['migrate']).toEqual({ condition: 'service_completed_successfully' });
      // Compose knows a file that need not be there from 2.24 on.
      expect(env_file).toEqual([{ path: 'settings.env', required: false }]);
      expect(stop_grace_period).toBe('45s');
    }
    expect(readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8')).toContain(
      'Docker Compose 2.24 or newer',
    );
  });

  it('starts what the guide names profiles for by these alone, and asks for what its .env has', () => {
    const byProfile = services.filter(([, { profiles }]) => profiles);
    expect(byProfile.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['s3', ['s3']],
      ['coturn', ['turn']],
    ]);
    const { code } = readCodeBlocks().find(({ code }) => code.startsWith('SITE='))!;
    const given = [...code.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    const asked = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect(given.toSorted()).toEqual([...asked].toSorted());
  });

  it('pins each image by its version, and takes that of the service from you', () => {
    for (const [name, { image }] of services) {
      const pinned = OURS.includes(name) ? /^\$\{FIS_IMAGE:\?/ : /^[\w/-]+:\d+\.\d+(\.\d+)?(-\w+)?$/;
      expect([name, image]).toEqual([name, expect.stringMatching(pinned)]);
    }
  });

  it('runs each with a root that is read-only and no capability but those it names, and looks how it does', () => {
    for (const [name, service] of services) {
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        ...[name, true, ['ALL'], ['no-new-privileges:true']],
      ]);
      // A service that ends by itself tells its state by its exit code.
      expect([name, service.healthcheck !== undefined]).toEqual([name, service.restart !== 'no']);
    }
  });

  it('gives a program the capability that its file asks for: it does not start without', () => {
    const asking = services.filter(([, { image }]) => /^(caddy|coturn)/.test(image));
    expect(asking.map(([name, { cap_add }]) => [name, cap_add])).toEqual([
      ['caddy', ['NET_BIND_SERVICE']],
      ['coturn', ['NET_BIND_SERVICE']],
    ]);
  });

  it('takes the seal by the file beside it that the guide shows, at the path that its setting names', () => {
    const { code } = readCodeBlocks().find(({ code }) => code.includes('SEAL_P12: '))!;
    const { api, worker } = (parse(code) as Compose).services;
    expect(worker).toEqual(api);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(api!.environment!)));
    expect(api!.volumes).toEqual([`./secrets/seal.p12:${api!.environment!['SEAL_P12']}:ro`]);
  });

  it('mounts files that are there', () => {
    const files = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .map((volume) => volume.split(':')[0]!)
      .filter((source) => source.startsWith('.'));
    expect(files).toEqual(['./make-roles.sh', '../Caddyfile']);
    for (const file of files) expect(statSync(join(FOLDER, file)).isFile()).toBe(true);
  });
});

describe('operations/compose/make-secrets.sh', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fis-compose-'));
    cpSync(FOLDER, folder, { recursive: true });
    make();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const make = (input = 'smtps://user:password@mail.example.com\n') =>
    execFileSync(join(folder, 'make-secrets.sh'), { cwd: '/', input, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
  const configOf = (name: string, given: Record<string, string>) => {
    const environment = Object.entries(compose.services[name]!.environment!);
    const env = environment.map(([variable, value]) => [
      variable,
      interpolate(value, { SITE: 'inspections.example.com', ...given }).replace(
        '/run/secrets',
        join(folder, 'secrets'),
      ),
    ]);
    return readConfig(Object.fromEntries(env) as Record<string, string>);
  };

  it('makes each file that compose.yaml names, and no other', () => {
    const named = Object.values(compose.secrets).map(({ file }) => file.replace('secrets/', ''));
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual([...named, 's3_key'].sort());
  });

  it('makes what the service starts with, also with the profiles', () => {
    const { config, secrets } = configOf('api', {});
    expect(config).toMatchObject({
      ...{ demo: false, embedded: false, baseUrl: 'https://inspections.example.com', trustProxyHops: 1 },
      turnUrls: undefined,
    });
    expect([secrets.s3, secrets.turnSecret, secrets.databaseOwnerUrl]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const profiles = { TURN_URL: 'turn:turn.example.com:3478', S3_URL_FILE: '/run/secrets/s3_url' };
    const more = configOf('worker', profiles).secrets;
    expect(more.turnSecret).toBe(read('turn_secret').trim());
    expect(read('turnserver_conf')).toContain(`static-auth-secret=${more.turnSecret}\n`);
    const { identities } = JSON.parse(read('s3_config')) as {
      identities: { credentials: { accessKey: string; secretKey: string }[] }[];
    };
    expect(more.s3).toMatchObject({ bucket: 'fis' });
    expect(read('s3_url')).toContain(`//fis:${identities[0]!.credentials[0]!.secretKey}@s3:8333/`);
  });

  it('asks for the mail server, and makes nothing without one', () => {
    expect(read('smtp_url')).toBe('smtps://user:password@mail.example.com\n');
    rmSync(join(folder, 'secrets/smtp_url'));
    expect(() => make('\n')).toThrow('No mail server was named');
    expect(readdirSync(join(folder, 'secrets'))).not.toContain('smtp_url');
    make();
    expect(read('smtp_url')).toBe('smtps://user:password@mail.example.com\n');
  });

  it('leaves what is there, asks nothing again, and opens the folder to its owner alone', () => {
    const before = read('master_keys');
    make('');
    expect(read('master_keys')).toBe(before);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  });

  it.skipIf(!hasPsql())(
    'has passwords with which make-roles.sh makes both roles, and the owner its database, once and again',
    async () => {
      const { hostname, port, username, password } = new URL(inject('postgresUrl'));
      const script = readFileSync(join(folder, 'make-roles.sh'), 'utf8');
      // Names of this test's own: roles are the cluster's.
      const suffix = `_${process.pid}`;
      const own = script.replaceAll(/\b(fis_owner|fis_service)\b/g, `$1${suffix}`);
      const renamed = own
        .replace('create database fis ', `create database fis${suffix} `)
        .replace(`datname = 'fis'`, `datname = 'fis${suffix}'`);
      const connection = { PGHOST: hostname, PGPORT: port, PGPASSWORD: decodeURIComponent(password) };
      const env = {
        ...process.env,
        ...connection,
        POSTGRES_USER: username,
        SECRETS: join(folder, 'secrets'),
      };
      await promisify(execFile)('sh', ['-c', renamed], { env });
      await promisify(execFile)('sh', ['-c', renamed], { env });
      const owner = Object.assign(new URL(read('database_owner_url').trim()), { hostname, port });
      owner.username += suffix;
      owner.pathname += suffix;
      const ask = async (url: string, ...statements: string[]) => {
        const asked = statements.flatMap((statement) => ['--command', statement]);
        return (
          await promisify(execFile)('psql', ['--no-align', '--tuples-only', ...asked, url])
        ).stdout.trim();
      };
      const said = await ask(
        owner.href,
        'select pg_get_userbyid(datdba) from pg_database where datname = current_database()',
      );
      expect(said).toBe(`fis_owner${suffix}`);
      const roles = ['fis_owner', 'fis_service'].map((role) => `drop role ${role}${suffix}`);
      await ask(inject('postgresUrl'), `drop database fis${suffix}`, ...roles);
    },
  );
});

function hasPsql(): boolean {
  try {
    execFileSync('psql', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
