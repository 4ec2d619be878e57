import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { FieldInspection } from '@field-inspection/sdk';
import { verifyEvidence } from '@field-inspection/sdk/evidence';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { seedOrganisation, type Seed } from '@field-inspection/server/testing/seed-organisation';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BackupWorld, findPostgresTools, openBackupWorld } from './backup/open-backup-world.ts';
import { inspectSite, startInspections } from './backup/inspect-site.ts';

const TIMEOUT_MS = 300_000;
const PATIENCE = { timeout: 60_000, interval: 200 };
const TOOLS = findPostgresTools();

describe.skipIf(!TOOLS)('a backup that was made while the service went on', { timeout: TIMEOUT_MS }, () => {
  let world: BackupWorld;
  let seed: Seed;
  let secret: string;
  let lateSecret: string;
  let isLateUp = false;
  let server: SpawnedServer;
  let before: Awaited<ReturnType<typeof live>>;
  const clientOf = (apiKey = seed.apiKey) => new FieldInspection({ apiKey, baseUrl: server.baseUrl });
  const here = () => ({ client: clientOf(), baseUrl: server.baseUrl });

  beforeAll(async () => {
    world = await openBackupWorld(TOOLS!);
    await world.createDatabase('live');
    server = await world.spawn('live');
    before = await live();
    await server.kill();
    await world.query('drop database live with (force)');
    await world.removeFolder('live');
    await world.createDatabase('restored');
    await world.runTool('pg_restore', '--no-owner', '--no-acl', '-d', world.urlOf('restored'), world.dump);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const live = async () => {
    const context = await world.openContext('live');
    seed = await seedOrganisation(context);
    const { organisationId } = seed;
    ({ secret } = await seedWebhookEndpoint(context, {
      organisationId,
      url: world.receiver.urlOf('/hooks'),
    }));
    const late = { organisationId, url: world.receiver.urlOf('/late'), eventTypes: ['session.ended'] };
    ({ secret: lateSecret } = await seedWebhookEndpoint(context, late));
    world.receiver.answer(({ path }, response) =>
      response.writeHead(path === '/late' && !isLateUp ? 503 : 204).end(),
    );
    const revoked = await createCredential(context, {
      ...{ organisationId, name: 'revoked later' },
      ...{ scopes: ['sessions:read'], operatorEmail: 'operator@example.com' },
    });
    const ended = await inspectSite(here());
    await clientOf().sessions.end(ended.sessionId);
    const open = await inspectSite(here());
    const { invite } = await mintInviteFor(here(), {});
    const kept = await clientOf().sessions.create({}, { idempotencyKey: 'before the dump' });
    await expectCompleted(ended.sessionId);

    const inspections = startInspections(here());
    await vi.waitFor(() => expect(inspections.counts.ended).toBeGreaterThan(0), PATIENCE);
    await world.runTool('pg_dump', '-Fc', '-f', world.dump, world.urlOf('live'));
    const during = inspections.counts.ended;
    await vi.waitFor(() => expect(inspections.counts.ended).toBeGreaterThan(during), PATIENCE);
    await world.copyObjects('live', 'restored');
    await inspections.stop();
    isLateUp = true;

    const later = await inspectSite(here());
    await clientOf().sessions.end(later.sessionId);
    const forgotten = await clientOf().sessions.create({}, { idempotencyKey: 'after the dump' });
    expect((await joinByLink(invite.join_url)).status).toBe(200);
    await revokeCredential(revoked.id);
    await expectCompleted(later.sessionId);
    const countQueued = () => context.database.prisma.queuedDelivery.count();
    await vi.waitFor(async () => expect(await countQueued()).toBe(0), PATIENCE);
    const laterBundle = await readBundle(later.sessionId);
    await context.close();
    const arrivals = world.receiver.arrivals.length;
    const all = { events: listEvents('/hooks'), lateEvents: listEvents('/late') };
    return { ended, open, later, laterBundle, invite, kept, forgotten, revoked, arrivals, ...all };
  };

  const revokeCredential = async (id: string) =>
    world.query(`update credentials set revoked_at = now() where id = '${id}'`, 'live');

  const expectCompleted = async (sessionId: string) => {
    const completed = async () =>
      (await clientOf().reports.list(sessionId)).data.some(({ status }) => status === 'ready');
    await vi.waitFor(async () => expect(await completed()).toBe(true), PATIENCE);
  };

  const listEvents = (path: '/hooks' | '/late', since = 0) =>
    world.receiver.arrivals
      .slice(since)
      .filter((arrival) => arrival.path === path)
      .map(({ headers, body }) =>
        verifyWebhook({ headers, body, secrets: path === '/late' ? lateSecret : secret }),
      );

  const readBundle = async (sessionId: string) =>
    new Uint8Array(await (await clientOf().evidence.downloadBundle(sessionId)).arrayBuffer());

  const judge = async (bundle: Uint8Array) =>
    (await verifyEvidence(bundle, { roots: [world.authority.root] })).verdict;

  it('restores to a database in which the check finds nothing wrong, and which the service role may use', async () => {
    const { exitCode, stdout, stderr } = await world.verifyRestore('restored', ['--hash', '--json']);
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stderr: '' });
    const findings = JSON.parse(stdout) as { part: string; state: string }[];
    expect(findings.map(({ part, state }) => `${state} ${part}`)).toEqual([
      'ok secrets',
      'ok triggers',
      'ok chains',
      'ok objects',
      'ok sequences',
    ]);
    server = await world.spawn('restored');
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });

  it('has the evidence, its hash, the bundle that verifies and the report of what had ended', async () => {
    const { sessionId, evidenceId, sha256 } = before.ended;
    const photo = await (await clientOf().evidence.download(sessionId, evidenceId)).arrayBuffer();
    expect(createHash('sha256').update(Buffer.from(photo)).digest('hex')).toBe(sha256);
    expect(await judge(await readBundle(sessionId))).toBe('verified');
    const [report] = (await clientOf().reports.list(sessionId)).data;
    const pdf = await fetch(report!.pdf_url!.replace(/^https?:\/\/[^/]+/, server.baseUrl));
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('goes on with what was open: its device, its evidence, its end and its webhooks', async () => {
    const { device, sessionId } = before.open;
    const response = await fetch(`${server.baseUrl}/v1/field/session`, {
      headers: { authorization: `Bearer ${device.token}` },
    });
    expect(response.status).toBe(200);
    await clientOf().sessions.end(sessionId);
    await expectCompleted(sessionId);
    expect(await judge(await readBundle(sessionId))).toBe('verified');
    const told = () =>
      listEvents('/hooks', before.arrivals).some(
        ({ type, data }) => type === 'session.completed' && (data as { id: string }).id === sessionId,
      );
    await expect.poll(told, PATIENCE).toBe(true);
  });

  it('knows nothing of what came after the dump, whose bundle verifies all the same for whoever has it', async () => {
    await expect(clientOf().sessions.get(before.later.sessionId)).rejects.toMatchObject({ status: 404 });
    await expect(clientOf().sessions.get(before.forgotten.id)).rejects.toMatchObject({ status: 404 });
    expect(await judge(before.laterBundle)).toBe('verified');
    const token = await fetch(`${server.baseUrl}/v1/field/session`, {
      headers: { authorization: `Bearer ${before.later.device.token}` },
    });
    expect(token.status).toBe(401);
  });

  it('undoes revocations and uses that came after the dump: the key works and the link opens again', async () => {
    await clientOf(before.revoked.api_key).sessions.list();
    const { pathname, hash } = new URL(before.invite.join_url);
    expect((await joinByLink(`${server.baseUrl}${pathname}${hash}`)).status).toBe(200);
  });

  it('replays what was kept before the dump under an Idempotency-Key, and does anew what came after it', async () => {
    const again = await clientOf().sessions.create({}, { idempotencyKey: 'before the dump' });
    expect(again.id).toBe(before.kept.id);
    const anew = await clientOf().sessions.create({}, { idempotencyKey: 'after the dump' });
    expect(anew.id).not.toBe(before.forgotten.id);
  });

  it('sends again what waited at the dump, with its id and number, to a receiver that has taken it since', async () => {
    const known = new Map(before.lateEvents.map((event) => [event.id, event.sequence]));
    const again = () => listEvents('/late', before.arrivals).filter(({ id }) => known.has(id));
    await expect.poll(() => again().length, PATIENCE).toBeGreaterThan(0);
    for (const { id, sequence } of again()) expect(sequence).toBe(known.get(id));
  });

  it('gives numbers of endpoints to new events again that receivers have seen, and no id of an event twice', async () => {
    const bySequence = new Map(before.events.map((event) => [event.sequence, event.id]));
    const after = () => listEvents('/hooks', before.arrivals);
    const reused = () =>
      after().filter(({ id, sequence }) => bySequence.has(sequence) && bySequence.get(sequence) !== id);
    await expect.poll(() => reused().length, PATIENCE).toBeGreaterThan(0);
    const all = [...before.events, ...after()];
    const contents = new Map<string, string>();
    for (const { id, type, data } of all) {
      const content = JSON.stringify({ type, data });
      expect(contents.get(id) ?? content).toBe(content);
      contents.set(id, content);
    }
  });

  it('that misses an object, has a changed byte or entry, or other keys, is told in words with exit code 1', async () => {
    await server.kill();
    const { rows } = await world.query(
      `select organisation_id || '/' || id || '/' || sha256 as key from evidence where id = '${before.ended.evidenceId}'`,
      'restored',
    );
    const path = world.objectPath('restored', String(rows[0]!['key']));
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed[200]! ^= 1;
    await writeFile(path, changed);
    const byte = await world.verifyRestore('restored', ['--hash']);
    expect(byte).toMatchObject({ exitCode: 1 });
    expect(byte.stdout).toMatch(
      /^WRONG +objects .* has other bytes than its hash says\. Copy it from the backup/,
    );
    await rm(path);
    // A superuser can do this without switching off a trigger.
    await world.query(
      `set session_replication_role = replica;
       update audit_entries set occurred_at = '2020-01-01T00:00:00.000Z'
       where session_id = '${before.ended.sessionId}' and sequence = 1`,
      'restored',
    );
    const both = await world.verifyRestore('restored');
    expect(both).toMatchObject({ exitCode: 1 });
    expect(both.stdout).toMatch(/WRONG +objects .* is missing\. Copy it from the backup/);
    expect(both.stdout).toMatch(/WRONG +chains .* Entry 1 was changed after it was hashed\. Restore it from/);
    const MASTER_KEYS = `test:${Buffer.alloc(32, 9).toString('base64')}`;
    const keys = await world.verifyRestore('restored', [], { MASTER_KEYS });
    expect(keys).toMatchObject({ exitCode: 1 });
    expect(keys.stdout).toMatch(/WRONG +secrets +MASTER_KEYS: the key test is not the one that the database/);
  });
});
