import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockKeyOf } from './platform/database/right-lock.ts';
import { callApi, outcomeOf } from './testing/call-api.ts';
import { createCredential } from './testing/create-credential.ts';
import { runAdmin } from './testing/run-admin.ts';
import { signInAs } from './testing/sign-in.ts';
import { unknownApiKey } from './testing/seed-organisation.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const admin = (...argv: string[]) => runAdmin({ DATABASE_URL: server.databaseUrl }, ...argv);

describe('script/admin as a process beside the server', () => {
  it('prints with --json exactly one line, and its key works until it is revoked', async () => {
    const created = await admin(
      ...['credential', 'create', '--json', '--organisation', server.seed.organisationId],
      ...['--scope', 'sessions:read', '--scope', 'sessions:write', '--operator-email', 'ops@example.com'],
    );
    expect([created.exitCode, created.stderr]).toEqual([0, '']);
    expect(created.stdout).toMatch(/^\{.*\}\n$/);
    const { id, api_key, ...rest } = JSON.parse(created.stdout) as { id: string; api_key: string };
    expect(rest).toEqual({ scopes: ['sessions:read', 'sessions:write'] });
    expect((await callApi(server, 'POST /sessions', { apiKey: api_key })).body.operator_email).toBe(
      'ops@example.com',
    );

    const revoked = await admin('credential', 'revoke', '--credential', id, '--json');
    expect([revoked.exitCode, Object.keys(JSON.parse(revoked.stdout) as object)]).toEqual([
      0,
      ['id', 'revoked_at'],
    ]);
    expect(outcomeOf(await callApi(server, 'POST /sessions', { apiKey: api_key }))).toBe(
      '401 unauthenticated',
    );
  });

  it('says to people which credential was revoked and since when, and the same again', async () => {
    const { organisationId } = server.seed;
    const { id } = await createCredential(server.context, {
      ...{ organisationId, name: '', scopes: ['sessions:read'], operatorEmail: 'ops@example.com' },
    });
    const first = await admin('credential', 'revoke', '--credential', id);
    expect(first).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(`^id: ${id}\nrevoked_at: \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\n\n$`) as string,
      stderr: '',
    });
    expect(await admin('credential', 'revoke', '--credential', id)).toEqual(first);
  });

  it('revokes the key that it reads from standard input, as whoever holds it may, and says so of one that is valid no more', async () => {
    const { organisationId } = server.seed;
    const { id, api_key: apiKey } = await createCredential(server.context, {
      ...{ organisationId, name: '', scopes: ['sessions:read'], operatorEmail: 'ops@example.com' },
    });
    const show = (input: string) =>
      runAdmin({ DATABASE_URL: server.databaseUrl }, ...['key', 'revoke', '--json'], { input });
    const { exitCode, stdout } = await show(`${apiKey}\n`);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { id, revoked_at: expect.any(String) as string }]);
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey }))).toBe('401 unauthenticated');
    const entry = await server.context.database.prisma.orgEntry.findFirst({
      where: { organisation_id: organisationId, kind: 'key.revoked' },
      orderBy: { sequence: 'desc' },
    });
    expect(entry!.payload).toMatchObject({ possession: true, credential: id });
    expect(await show(unknownApiKey(server.context))).toMatchObject({
      exitCode: 1,
      stderr: 'This key is valid no more, or never was. Nothing was revoked.\n',
    });
    const slip = await show('fis_0');
    expect([slip.exitCode, slip.stderr]).toEqual([
      1,
      'This is no API key: its checksum is wrong. Give the whole key, and nothing else.\n',
    ]);
    expect(await show('')).toMatchObject({
      exitCode: 1,
      stderr: 'No key came. Give it by standard input: script/admin key revoke <leaked-key\n',
    });
  });

  it('revokes nothing, and says so, while a write of the key goes on for longer than it waits', async () => {
    const { id } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: '',
      scopes: ['sessions:read'],
      operatorEmail: 'ops@example.com',
    });
    const holder = await server.context.database.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock_shared($1)', [lockKeyOf({ kind: 'credential', id })]);
    // Repeated, so that the database does not end a silent connection.
    const alive = setInterval(() => void holder.query('select 1'), 1_000);
    const { exitCode, stdout, stderr } = await admin('credential', 'revoke', '--credential', id);
    clearInterval(alive);
    await holder.query('rollback');
    holder.release();
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Nothing was revoked: try again.');
    const { revoked_at } = await server.context.database.prisma.credential.findFirstOrThrow({
      where: { id },
    });
    expect(revoked_at).toBeNull();
  });

  it('makes a link to sign in that leads to BASE_URL, and none without it', async () => {
    const { organisationId } = server.seed;
    const { memberId } = await signInAs(server, 'org_admin');
    const words = [
      'member',
      'sign-in-link',
      '--json',
      '--organisation',
      organisationId,
      '--member',
      memberId,
    ];
    const makeLink = (env: Record<string, string>) =>
      runAdmin({ DATABASE_URL: server.databaseUrl, ...env }, ...words);
    const { stdout } = await makeLink({ BASE_URL: 'https://inspect.example.com' });
    expect((JSON.parse(stdout) as { url: string }).url).toMatch(
      /^https:\/\/inspect\.example\.com\/sign-in#[\w-]{43}$/,
    );
    const refused = await makeLink({ PORT: '3456' });
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^BASE_URL: is missing; the link leads there\. Run this with the settings/,
    );
  });

  it('shows people a line for each field', async () => {
    const { stdout } = await admin('organisation', 'create', '--name', 'Acme', '--plan', 'pilot');
    expect(stdout).toMatch(/^id: [0-9a-f-]{36}\nname: Acme\nplan: pilot\n\n$/);
  });

  it('says so where a list has nothing, and prints [] with --json', async () => {
    expect(await admin('job', 'list')).toEqual({ exitCode: 0, stdout: 'No work gave up.\n', stderr: '' });
    expect(await admin('job', 'list', '--json')).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });

  it('lists all there is with --help, each kind together, without a database', async () => {
    const { exitCode, stdout } = await runAdmin({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, '--help');
    expect(exitCode).toBe(0);
    for (const command of [
      'organisation create',
      'organisation set-plan',
      'credential create',
      'credential revoke',
    ]) {
      expect(stdout).toContain(`script/admin ${command} `);
    }
    const kinds = [...stdout.matchAll(/script\/admin (\S+)/g)].map(([, kind]) => kind!);
    const begins = kinds.filter((kind, index) => kind !== kinds[index - 1]);
    expect(begins).toEqual([...new Set(kinds)]);
  });
});

describe('script/admin that fails', () => {
  it.each([
    [
      'an option',
      ['organisation', 'create', '--name', 'A', '--plan', 'gold'],
      /^--plan must be one of free, pilot, pro, enterprise\n$/,
    ],
    [
      'a command',
      ['organisation', 'destroy'],
      /^There is no command "organisation destroy"\.\nUsage:\n {2}script\/admin organisation /,
    ],
    [
      'an unknown option',
      ['organisation', 'list', '--all'],
      /^There is no option --all\. script\/admin --help/,
    ],
  ])('by %s exits with 1, prints nothing, and says why in words', async (_, argv, message) => {
    const { exitCode, stdout, stderr } = await admin(...argv, '--json');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('by a database that does not answer names the setting, not the password in it', async () => {
    const env = { DATABASE_URL: 'postgresql://fis:db-password@127.0.0.1:1/fis' };
    const { exitCode, stdout, stderr } = await runAdmin(env, 'organisation', 'list', '--json');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'DATABASE_URL: no database answers there (ECONNREFUSED). Start it, or correct the host and the port.\n',
    );
  });
});
