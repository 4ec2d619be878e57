import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts';
import { makeFirstReport } from '../apps/server/src/testing/make-first-report.ts';
import { takePhoto } from '../apps/server/src/testing/take-photo.ts';
import { openSsoWorld } from '../apps/server/src/features/sso/testing/open-sso-world.ts';
import { readCodeBlocks } from './code-blocks/read-code-blocks.ts';

/* What the guides show for a shell does what they say, where the machine has the tools for it. */
const blocks = readCodeBlocks().filter(({ language }) => language === 'sh');
const find = (page: string, part: string) => {
  const found = blocks.find((block) => block.page === page && block.code.includes(part));
  if (!found) throw new Error(`${page} has no block in sh with ${part}`);
  return found.code;
};
const has = (...tools: string[]) =>
  tools.every((tool) => spawnSync('bash', ['-c', `command -v ${tool}`]).status === 0);
const run = async (code: string, env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], {
    env: { ...process.env, ...env },
  });
  return stdout;
};

describe.skipIf(!has('curl'))('curl', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const readReplies = (stdout: string) =>
    JSON.parse(`[${stdout.replaceAll('}{', '},{')}]`) as Record<string, unknown>[];

  it('creates a session and lists it, as the README shows', async () => {
    const code = find('README.md', 'curl -X POST')
      .replace('export KEY=…', `export KEY=${server.seed.apiKey}`)
      .replaceAll('http://127.0.0.1:3000', server.baseUrl)
      .replaceAll('curl ', 'curl -sS ');
    const [created, list] = readReplies(await run(code, {}));
    expect(created).toMatchObject({ notes: 'Roof, north side', status: 'created' });
    expect(list).toMatchObject({ data: [{ id: created!['id'] }], has_more: false });
    const [again] = readReplies(await run(code, {}));
    expect(again).toEqual(created);
  });

  it('creates a user and finds it, as the guide of provisioning shows', async () => {
    const { api_key } = await server.client.directory.createToken({ name: 'curl' });
    const code = find('docs/provisioning.md', 'scim+json').replaceAll('curl ', 'curl -sS ');
    const [created, found] = readReplies(await run(code, { BASE_URL: server.baseUrl, TOKEN: api_key }));
    expect(created).toMatchObject({ userName: 'ada@example.com', active: true });
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: created!['id'] }] });
  });

  it('connects a provider step by step, as the guide of signing in shows', async () => {
    const world = await openSsoWorld();
    const { admin, apiKey, client, pass } = await world.openOrganisation();
    const step = async (part: string, filled: Record<string, string> = {}) => {
      let code = find('docs/sign-on.md', part).replaceAll('curl ', 'curl -sS ');
      for (const [name, value] of Object.entries(filled)) code = code.replace(name, value);
      const [reply] = readReplies(await run(code, { BASE_URL: world.server.baseUrl, KEY: apiKey }));
      return reply!;
    };
    const set = await step(`{"protocol":"oidc"}`);
    expect(set['service']).toMatchObject({ redirect_uri: expect.stringContaining('/callback') as string });
    const given = { 'https://…': 'https://login.acme.example', '"client_id":"…"': '"client_id":"fis"' };
    const whole = await step('"client_secret":"…"', given);
    expect(whole).toMatchObject({ issuer: 'https://login.acme.example', has_client_secret: true });
    const domain = await step('/v1/org/domains"');
    const { name, value } = domain['record'] as { name: string; value: string };
    world.records.set(name, [value]);
    const verified = await step('/verify"', { $DOMAIN_ID: domain['id'] as string });
    expect(verified).toMatchObject({ name: 'acme.example', verified_at: expect.any(String) as string });
    await pass();
    expect(await step('/v1/org/sso/activate')).toMatchObject({ status: 'active' });

    await client.members.update(admin.memberId, { break_glass: true });
    const enforced = await admin.call('POST /org/sso/enforce', { body: { enforced: true } });
    expect(enforced.body).toMatchObject({ enforced: true });
    await world.server.close();
  });

  it('inspects a roof from the invite to the report and the bundle, as the quickstart shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quickstart-'));
    await writeFile(join(folder, 'roof.jpg'), await takePhoto());
    const known: Record<string, string> = { BASE_URL: server.baseUrl, KEY: server.seed.apiKey };
    const step = async (part: string) => {
      const code = find('docs/quickstart.md', part).replaceAll(/^export .*$/gm, '');
      return run(`cd ${folder}\n${code.replaceAll('curl ', 'curl -sS ')}`, known);
    };
    const [session] = readReplies(await step('"reference"'));
    known['SESSION_ID'] = session!['id'] as string;
    const [invite] = readReplies(await step('/participants'));
    known['TOKEN'] = (invite!['join_url'] as string).split('#')[1]!;
    known['CODE'] = invite!['otp_code'] as string;
    const [joined] = readReplies(await step('X-Join-OTP'));
    known['FIELD_TOKEN'] = joined!['field_session_token'] as string;
    await step('/v1/field/photos');
    const [ended] = readReplies(await step('/end"'));
    expect(ended).toMatchObject({ status: 'closed' });
    await makeFirstReport(server.context, server.seed.organisationId, session!['id'] as string);
    await step('report.pdf');
    const [pdf, zip] = await Promise.all(
      ['report.pdf', 'bundle.zip'].map((name) => readFile(join(folder, name))),
    );
    expect([pdf!.subarray(0, 5).toString(), zip!.subarray(0, 2).toString()]).toEqual(['%PDF-', 'PK']);
    const { data } = await server.client.evidence.list({ session_id: session!['id'] as string });
    expect(data).toMatchObject([{ kind: 'photo', status: 'ready' }]);
    await rm(folder, { recursive: true });
  });

  it('reads two pages, as the guide of lists shows', async () => {
    for (let count = 0; count < 3; count++) await server.client.sessions.create();
    const { nextCursor, data } = await server.client.sessions.list({ limit: 2 });
    const code = find('docs/pagination.md', 'NEXT_CURSOR')
      .replaceAll('limit=100', 'limit=2')
      .replaceAll('curl ', 'curl -sS ');
    const replies = readReplies(
      await run(code, { BASE_URL: server.baseUrl, KEY: server.seed.apiKey, NEXT_CURSOR: nextCursor! }),
    );
    expect(replies[0]).toMatchObject({ data: data.map(({ id }) => ({ id })), next_cursor: nextCursor });
    const ids = replies.flatMap((reply) => (reply['data'] as { id: string }[]).map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  it('exports everything up to its end, as the guide of retention shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'export-'));
    const code = `cd ${folder}\n${find('docs/retention.md', '/v1/org/export').replaceAll('curl ', 'curl -sS ')}`;
    expect(await run(code, { BASE_URL: server.baseUrl, KEY: server.seed.apiKey })).toBe('{"type":"end"}\n');
    const lines = (await readFile(join(folder, 'export.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      type: 'organisation',
      data: { id: server.seed.organisationId },
    });
    await rm(folder, { recursive: true });
  });
});

it.skipIf(!has('openssl'))('openssl signs as the guide of webhooks says', async () => {
  const stdout = await run(find('docs/webhooks.md', 'openssl dgst'), {});
  const header = readCodeBlocks().find(({ code }) => code.startsWith('Svc-Signature: t='))!.code;
  expect(stdout.trim().split(' ').at(-1)).toBe(/v1=([0-9a-f]{64})/.exec(header)![1]);
});
