import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { anchorOrgChains } from '../features/anchors/anchor-org-chains.job.ts';
import { MEANING, toOptions } from '../platform/database/pools/pool-settings.ts';
import { withOptions } from '../platform/database/pools/with-options.ts';
import { grantService } from '../platform/migrations/grant-service.ts';
import { copyRecordings } from './copy-recordings.ts';
import { endSession, inspectHouse } from './inspect-house.ts';
import { joinSession } from './join-session.ts';
import { freshEmail } from './mint-invite-for.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';
import { startTimestampAuthority } from './start-timestamp-authority.ts';

/** Statements mean what they mean on the service's own connections. */
const MEANT = toOptions(MEANING);

/** Nobody asks this authority: its anchors stay pending. */
const PENDING = 'https://pending.example.com';

/**
 * Chains, anchors, disclosures and evidence in each of their states, and a connection of a role that may only write
 * rows, as the service's own. Statements name a session by its state, as ':ended'.
 */
export const openHeldWorld = async () => {
  const authority = await startTimestampAuthority({ now: () => server.clock.now() });
  const server = await startTestServer({ TSA_URLS: authority.url }, { decoding: copyRecordings() });
  const names = await fillRows(server);
  const role = `fis_held_${randomBytes(4).toString('hex')}`;
  const owner = new pg.Client({ connectionString: withOptions(server.databaseUrl, MEANT) });
  await owner.connect();
  await owner.query(`create role ${role} login password 'secret'`);
  await grantService(owner, role);
  const url = Object.assign(new URL(server.databaseUrl), { username: role, password: 'secret' });
  const service = new pg.Client({ connectionString: withOptions(url.href, MEANT) });
  await service.connect();

  const fill = (statement: string): string =>
    statement.replaceAll(/:(\w+)(?=')/g, (_, name: string) => names[name]!);

  const attempt = async (statement: string): Promise<string> => {
    await service.query('begin');
    try {
      const { rowCount } = await service.query(fill(statement));
      // Constraints that wait for the commit are judged now.
      await service.query('set constraints all immediate');
      return `${rowCount} done`;
    } catch (error) {
      return String((error as { code?: string }).code);
    } finally {
      await service.query('rollback');
    }
  };

  return {
    attempt,
    /** No trigger, foreign key or key refuses these. */
    listDone: async (statements: string[]): Promise<string[]> => {
      const done: string[] = [];
      for (const statement of statements) {
        const outcome = await attempt(statement);
        if (!['23001', '23503', '23505'].includes(outcome)) done.push(`${outcome}: ${statement}`);
      }
      return done;
    },
    ask: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner.query<Row>(fill(statement), values)).rows,
    close: async () => {
      await service.end();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await server.close();
      await authority.close();
    },
  };
};

export type HeldWorld = Awaited<ReturnType<typeof openHeldWorld>>;

/** A session that ended, one that goes on, one that was redacted; each chain and anchor with rows of every state. */
const fillRows = async (server: TestServer): Promise<Record<string, string>> => {
  const { client, clock, context, seed } = server;
  const { prisma } = context.database;
  await client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
  const ended = await inspectHouse(server);
  // Its playable copy is not made yet: the process that made it was ended, and the job will try again.
  await prisma.evidence.create({
    data: {
      ...{ organisation_id: seed.organisationId, id: context.ids.next(), session_id: ended.sessionId },
      ...{ kind: 'recording', mime: 'video/webm', status: 'pending', sha256: 'a'.repeat(64), byte_size: 1 },
      ...{ received_at: clock.now(), created_at: clock.now(), updated_at: clock.now() },
    },
  });
  await endSession(server, ended.sessionId);
  await client.sessions.setOutcome(ended.sessionId, { outcome: 'rejected', note: 'Nobody opened.' });
  const redacted = await inspectHouse(server);
  await endSession(server, redacted.sessionId);
  await client.sessions.redact(redacted.sessionId);
  const open = await joinSession(server);
  for (let round = 0; round < 5; round++) {
    clock.advance(61_000);
    await runDueJobs(context);
  }
  await anchorOrgChains.run(context, {});
  await runDueJobs(context);
  const { organisationId: organisation_id } = seed;
  const asked = {
    organisation_id,
    authority: PENDING,
    nonce: Buffer.alloc(8),
    created_at: clock.now(),
  };
  const session_id = ended.sessionId;
  await prisma.anchor.create({ data: { ...asked, session_id } });
  await prisma.addendaAnchor.create({ data: { ...asked, session_id, sequence: 1 } });
  await prisma.orgAnchor.create({ data: { ...asked, sequence: 1 } });
  const { evidence_id, variant } = await prisma.whiteboardAnchor.findFirstOrThrow({
    where: { evidence: { session_id } },
  });
  await prisma.whiteboardAnchor.create({ data: { ...asked, evidence_id, variant } });
  await prisma.evidence.create({
    data: {
      ...{
        organisation_id,
        id: context.ids.next(),
        session_id: open.sessionId,
        kind: 'photo',
        mime: 'image/jpeg',
      },
      ...{ status: 'uploading', created_at: clock.now(), updated_at: clock.now() },
    },
  });
  return {
    organisation: organisation_id,
    ended: ended.sessionId,
    redacted: redacted.sessionId,
    open: open.sessionId,
    pending: PENDING,
  };
};
