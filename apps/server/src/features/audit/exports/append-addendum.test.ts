import { verifyChain, verifyCommitment, type AuditEntry } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { appendAddendum, appendEntry, freezeChain } from './append-entry.ts';

let server: TestServer;
let sessionId: string;
let frozenHead: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  sessionId = await createFrozen();
  frozenHead = (await readChain()).head_hash;
});

const prisma = () => server.context.database.prisma;
const createFrozen = async (): Promise<string> => {
  const { organisationId } = server.seed;
  const { id } = await server.client.sessions.create({});
  await server.context.transact(async (tx) => {
    freezeChain(tx, { organisationId, sessionId: id });
  });
  return id;
};
const readChain = (id = sessionId) => prisma().auditChain.findFirstOrThrow({ where: { session_id: id } });
const readAddenda = (id = sessionId) => prisma().addendaChain.findFirst({ where: { session_id: id } });
const listAddenda = async (id = sessionId) => {
  const rows = await prisma().addendaEntry.findMany({
    where: { session_id: id },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ organisation_id: _, session_id: __, ...link }) => link as unknown as AuditEntry);
};
const append = (kind: string, { id = sessionId, ...more }: { id?: string; personal?: object } = {}) =>
  server.context.transact(async (tx) => {
    appendAddendum(server.context, tx, {
      organisationId: server.seed.organisationId,
      sessionId: id,
      kind,
      payload: { locale: 'de' },
      ...(more as { personal?: Record<string, string> }),
    });
  });
const listJobs = async () => {
  const { rows } = await server.context.database.pool.query<{ identifier: string; run_at: Date }>(
    `select t.identifier, j.run_at
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
  );
  return rows;
};

describe('the addenda of a session', () => {
  it('go on from the frozen head: entry 1 has it as prev_hash, and they verify as a chain of their own', async () => {
    await append('report.ready');
    await append('signature.applied');
    const entries = await listAddenda();
    expect(entries.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, 'report.ready'],
      [2, 'signature.applied'],
    ]);
    expect(entries[0]!.prev_hash).toBe(frozenHead);
    const { head_hash, head_sequence } = (await readAddenda())!;
    const expectedHead = { sequence: head_sequence, hash: head_hash };
    expect(await verifyChain(entries, { genesis: frozenHead, expectedHead })).toMatchObject({
      valid: true,
      length: 2,
    });
  });

  it('leave the frozen chain closed: it takes no entry while they grow, and its row stays as it is', async () => {
    const before = await readChain();
    await append('report.ready');
    const late = server.context.transact(async (tx) => {
      appendEntry(server.context, tx, {
        organisationId: server.seed.organisationId,
        sessionId,
        kind: 'test.late',
        payload: {},
      });
    });
    await expect(late).rejects.toThrow('is frozen');
    await expect(
      server.context.database.pool.query('update audit_chains set head_sequence = 9 where session_id = $1', [
        sessionId,
      ]),
    ).rejects.toThrow('is frozen');
    await append('report.ready');
    expect(await readChain()).toEqual(before);
    expect(await listAddenda()).toHaveLength(2);
  });

  it('want a frozen chain', async () => {
    const { id } = await server.client.sessions.create({});
    await expect(append('report.ready', { id })).rejects.toThrow('is not frozen');
    await expect(append('report.ready', { id: server.context.ids.next() })).rejects.toThrow(
      'has no audit chain',
    );
    expect([await readAddenda(id), await listJobs()]).toEqual([null, []]);
  });

  it("are out of reach for another organisation, which knows the session's id", async () => {
    const other = await seedOrganisation(server.context);
    const foreign = server.context.transact(async (tx) => {
      appendAddendum(server.context, tx, {
        organisationId: other.organisationId,
        sessionId,
        kind: 'report.ready',
        payload: {},
      });
    });
    await expect(foreign).rejects.toThrow('has no audit chain');
    expect(await listAddenda()).toEqual([]);
  });

  it('put 40 parallel facts one after the other, also the first ones', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(`test.fact_${index}`)));
    const entries = await listAddenda();
    expect(await verifyChain(entries, { genesis: frozenHead })).toMatchObject({ valid: true, length: 40 });
    expect(new Set(entries.map(({ kind }) => kind)).size).toBe(40);
  });

  it('keep the order of several facts of one transaction, and those of two sessions apart', async () => {
    const { organisationId } = server.seed;
    const second = await createFrozen();
    await server.context.transact(async (tx) => {
      for (const [id, kind] of [
        [second, 'test.one'],
        [sessionId, 'test.two'],
        [second, 'test.three'],
      ] as const) {
        appendAddendum(server.context, tx, { organisationId, sessionId: id, kind, payload: {} });
      }
    });
    const kindsOf = async (id: string) => (await listAddenda(id)).map(({ kind }) => kind);
    expect(await kindsOf(sessionId)).toEqual(['test.two']);
    expect(await kindsOf(second)).toEqual(['test.one', 'test.three']);
  });

  it('leave neither entry, head nor job of a transaction that fails after them', async () => {
    const failing = server.context.transact(async (tx) => {
      appendAddendum(server.context, tx, {
        organisationId: server.seed.organisationId,
        sessionId,
        kind: 'report.ready',
        payload: {},
      });
      tx.effects.right = {
        name: { kind: 'credential', id: server.seed.credentialId },
        holds: Prisma.sql`select false`,
        refuse: () => new Error('told to fail'),
      };
    });
    await expect(failing).rejects.toThrow('told to fail');
    expect([await listAddenda(), await readAddenda(), await listJobs()]).toEqual([[], null, []]);
  });

  it('hold a personal value as a commitment, and stay valid when its disclosure is deleted', async () => {
    await append('signature.applied', { personal: { signer: 'Ada Lovelace' } });
    const [entry] = await listAddenda();
    const where = { session_id: sessionId };
    const { field, salt, value, sequence } = await prisma().addendaDisclosure.findFirstOrThrow({ where });
    expect([sequence, field, value]).toEqual([1, 'signer', 'Ada Lovelace']);
    expect(JSON.stringify(entry)).not.toContain('Ada');
    const commitment = entry!.payload['signer'] as string;
    expect(await verifyCommitment({ commitment, salt, value: 'Ada Lovelace' })).toBe(true);
    await prisma().addendaDisclosure.deleteMany({ where });
    expect((await verifyChain(await listAddenda(), { genesis: frozenHead })).valid).toBe(true);
  });

  it('are to be anchored at once, by one job for each session', async () => {
    await Promise.all([append('report.ready'), append('report.ready'), append('report.ready')]);
    expect(await listJobs()).toEqual([{ identifier: 'anchor-addenda', run_at: server.clock.now() }]);
  });
});

describe('The database refuses UPDATE and DELETE on addenda', () => {
  const query = (statement: string) => server.context.database.pool.query(statement);

  it.each([
    "update addenda_entries set kind = 'session.forged'",
    'update addenda_entries set hash = prev_hash',
    'delete from addenda_entries',
    'truncate addenda_entries, addenda_anchors',
  ])('%s', async (statement) => {
    await append('report.ready');
    const before = await listAddenda();
    await expect(query(statement)).rejects.toMatchObject({
      code: '23001',
      message: 'addenda_entries is append-only',
    });
    expect(await listAddenda()).toEqual(before);
  });

  it('and a first one that does not follow the frozen head', async () => {
    const { id } = await server.client.sessions.create({});
    const { organisationId } = server.seed;
    const insert = (session: string, prevHash: string) =>
      server.context.database.pool.query(
        `with head as (
           insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash)
           values ($1, $2, 1, 'a')
         )
         insert into addenda_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
         values ($1, $2, 1, 'test.stray', '', '{}', $3, 'a')`,
        [organisationId, session, prevHash],
      );
    for (const [session, prevHash] of [
      [sessionId, '0'.repeat(64)],
      [sessionId, (await readChain(await createFrozen())).head_hash],
      [id, (await readChain(id)).head_hash],
    ] as const) {
      await expect(insert(session, prevHash)).rejects.toMatchObject({
        code: '23001',
        message: expect.stringContaining('does not follow its frozen chain') as string,
      });
    }
    expect(await listAddenda()).toEqual([]);
  });
});
