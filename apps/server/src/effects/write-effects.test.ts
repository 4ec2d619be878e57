import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { appendEntry, appendOrgEntry } from '../features/audit/exports/append-entry.ts';
import { noEffects } from '../platform/database/effects.ts';
import type { Tx } from '../platform/database/transact.ts';
import { joinSession } from '../testing/join-session.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { writeEffects } from './write-effects.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HASH = 'a'.repeat(64);

/** Every chain exists for this transaction, which notes its statements. */
const openFakeTx = () => {
  const asked: Prisma.Sql[] = [];
  const $queryRaw = (strings: TemplateStringsArray, ...values: unknown[]) => {
    asked.push(Prisma.sql(strings, ...values));
    return Promise.resolve([
      { sequence: 1, hash: HASH, frozenAt: null, met: [true, true, true], held: true },
    ]);
  };
  const db = { $queryRaw } as unknown as Tx['db'];
  const tx: Tx = { db, now: new Date(0), effects: noEffects(), sessionId: null };
  return { tx, asked };
};

describe('writeEffects', () => {
  it('asks nothing where nothing follows', async () => {
    const { tx, asked } = openFakeTx();
    await writeEffects(tx);
    expect(asked).toEqual([]);
  });

  it('locks the heads of chains first, of sessions before organisations and in the order of their ids, whatever came first', async () => {
    const { tx, asked } = openFakeTx();
    const fact = { kind: 'test.noted', payload: {} };
    appendOrgEntry(server.context, tx, { organisationId: 'o2', kind: 'branding.updated', payload: {} });
    for (const sessionId of ['s2', 's1']) {
      appendEntry(server.context, tx, { organisationId: 'o1', sessionId, ...fact });
    }
    appendOrgEntry(server.context, tx, { organisationId: 'o1', kind: 'branding.updated', payload: {} });
    await writeEffects(tx);
    const statements = asked.map(({ sql, values }) => [/(audit|org)_chains/.exec(sql)![0], ...values]);
    expect(statements.slice(0, -1).map(([table, ...values]) => [table, ...values.slice(0, 2)])).toEqual([
      ['audit_chains', 'o1', 's1'],
      ['audit_chains', 'o1', 's2'],
      ['org_chains', 'o1', 0],
      ['org_chains', 'o2', 0],
    ]);
    expect(asked.at(-1)!.sql).toMatch(/^\s*with /);
  });

  it('judges its conditions in one order, whatever came first, and before all else is written', async () => {
    const { tx, asked } = openFakeTx();
    const key = { organisationId: 'o1', sessionId: 's1' };
    tx.effects.cancelledMessages.push(key);
    tx.effects.quotaSettled.push({ ...key, items: 1, bytes: 1 });
    tx.effects.quotaTaken.push({ ...key, items: 1, bytes: 1, refuse: () => Promise.resolve(new Error()) });
    await writeEffects(tx);
    const [judged] = /select array\[.*\]::boolean/s.exec(asked[0]!.sql)!;
    expect(judged.match(/from \w+/g)).toEqual([
      'from quota_taken_0',
      'from quota_settled',
      'from messages_cancelled_0',
    ]);
  });

  it('refuses in the words of the first condition that does not hold, and then writes nothing', async () => {
    const { participantId, sessionId } = await joinSession(server);
    const { organisationId } = server.seed;
    const row = { table: 'participants', organisationId, id: participantId } as const;
    const tooMuch = { organisationId, sessionId, items: 1_000_000, bytes: 0 };
    const failing = server.context.transact(async (tx) => {
      tx.effects.changes.push({ ...row, set: { recipient_first_name: 'never' } });
      const refuse = () => Promise.resolve(new Error('told to refuse'));
      tx.effects.quotaTaken.push({ ...tooMuch, refuse });
    });
    await expect(failing).rejects.toThrow('told to refuse');
    expect(await readParticipant(participantId)).not.toMatchObject({ recipient_first_name: 'never' });
  });

  it('joins what several places change of one row', async () => {
    const { participantId } = await joinSession(server);
    const { organisationId } = server.seed;
    const row = { table: 'participants', organisationId, id: participantId } as const;
    const { entries } = await readParticipant(participantId);
    await server.context.transact(async ({ effects }) => {
      effects.changes.push({ ...row, set: { recipient_first_name: 'Ada' }, add: { entries: 1 } });
      effects.changes.push({ ...row, set: { recipient_last_name: 'Lovelace' }, add: { entries: 2 } });
    });
    expect(await readParticipant(participantId)).toMatchObject({
      recipient_first_name: 'Ada',
      recipient_last_name: 'Lovelace',
      entries: entries + 3,
    });
  });
});

const readParticipant = (id: string) =>
  server.context.database.prisma.participant.findFirstOrThrow({ where: { id } });
