import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainSteps } from '../../testing/explain-steps.ts';
import { DAY_MS, openRetainedOrganisation } from '../../testing/open-retained-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUp } from '../housekeeping/clean-up.job.ts';
import { cleanUpMessagesOf } from '../notifications/exports/clean-up-messages.ts';
import { cleanUpMessagesByPolicy } from './exports/clean-up-messages-by-policy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const open = async () => {
  const organisation = await openRetainedOrganisation(server);
  const { organisationId } = organisation;
  const { id: sessionId } = await organisation.client.sessions.create();
  const { prisma } = server.context.database;
  const addMessage = async (days: number, over: 'sent' | 'cancelled' | 'expired' | 'waiting') => {
    const [id, at] = [server.context.ids.next(), new Date(server.clock.now().getTime() - days * DAY_MS)];
    await prisma.message.create({
      data: {
        ...{ organisation_id: organisationId, id, session_id: sessionId, kind: 'invite', channel: 'email' },
        ...{ recipient: 'ada@example.com', locale: 'en', dedupe_key: id, created_at: at },
        sent_at: over === 'sent' ? at : null,
        cancelled_at: over === 'cancelled' ? at : null,
        expires_at: over === 'waiting' ? new Date(server.clock.now().getTime() + DAY_MS * 9) : at,
      },
    });
    return id;
  };
  const listMessages = async () =>
    (await prisma.message.findMany({ where: { organisation_id: organisationId } }))
      .map(({ id }) => id)
      .sort();
  return { ...organisation, addMessage, listMessages };
};

const run = () => cleanUp.run(server.context, {});

describe('message_days', () => {
  it('deletes messages that were over for longer, a day after it was set; younger, waiting and other organisations’ it does not', async () => {
    const [mine, other] = [await open(), await open()];
    const old = await Promise.all(
      (['sent', 'cancelled', 'expired'] as const).map((over) => mine.addMessage(13.1, over)),
    );
    const kept = [await mine.addMessage(12.9, 'sent'), await mine.addMessage(20, 'waiting')].sort();
    const theirs = await other.addMessage(20, 'sent');
    await mine.client.retention.update({ message_days: 14 });
    server.clock.advance(DAY_MS - 1);
    await run();
    expect(await mine.listMessages()).toEqual([...old, ...kept].sort());
    server.clock.advance(1);
    await run();
    expect(await mine.listMessages()).toEqual(kept);
    expect(await other.listMessages()).toEqual([theirs]);
    await Promise.all([run(), run()]);
    expect(await mine.listMessages()).toEqual(kept);
  });

  it('deletes nothing once it was taken back within a day: the days of the host count, for all', async () => {
    const mine = await open();
    const [old, young] = [await mine.addMessage(29, 'sent'), await mine.addMessage(20, 'sent')];
    await mine.client.retention.update({ message_days: 7 });
    server.clock.advance(DAY_MS / 2);
    await mine.client.retention.update({ message_days: null });
    await run();
    expect(await mine.listMessages()).toEqual([old, young].sort());
    server.clock.advance(DAY_MS);
    await run();
    expect(await mine.listMessages()).toEqual([young]);
  });

  it('409: keeps no message for longer than the host does, who is named with their days', async () => {
    const { patch, client, listFacts } = await open();
    const reply = await patch({ message_days: 31 });
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      409,
      'retention.limit',
      'The service keeps messages for 30 days at most. Set fewer, or null to keep them for as long.',
    ]);
    const now = server.clock.now().getTime();
    expect(await client.retention.update({ message_days: 30 })).toMatchObject({
      session_days: null,
      message_days: 30,
      message_days_apply_from: new Date(now + DAY_MS).toISOString(),
      message_days_max: 30,
      version: 1,
    });
    expect((await listFacts()).at(-1)).toMatchObject({ payload: { version: 1, message_days: 30 } });
    await expect(client.retention.update({ message_days: 6 })).rejects.toMatchObject({ status: 400 });
  });

  it('goes on in steps by an index until nothing is left, and reads no table whole', async () => {
    const [mine, other] = [await open(), await open()];
    const { pool } = server.context.database;
    const at = new Date(server.clock.now().getTime() - 10 * DAY_MS);
    for (const { organisationId } of [mine, other]) {
      await pool.query(
        `insert into messages
           (organisation_id, id, session_id, kind, channel, recipient, locale, dedupe_key, created_at, sent_at)
         select s.organisation_id, gen_random_uuid(), s.id, 'invite', 'email', 'person' || n || '@example.com', 'en',
           'old:' || n, $2::timestamptz - n * interval '1 ms', $2::timestamptz - n * interval '1 ms'
         from sessions s, generate_series(1, 12000) n where s.organisation_id = $1`,
        [organisationId, at],
      );
    }
    await pool.query('vacuum analyze messages');
    const rules = [{ id: mine.organisationId, before: server.clock.now() }];
    const plans = await explainSteps(server.context, (context) => cleanUpMessagesOf(context, rules));
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan).toContain('messages_organisation_id_over_idx');
      expect(plan).not.toContain('Seq Scan');
    }
    await mine.client.retention.update({ message_days: 7 });
    server.clock.advance(DAY_MS);
    await cleanUpMessagesByPolicy(server.context);
    expect(await mine.listMessages()).toEqual([]);
    expect(await other.listMessages()).toHaveLength(12_000);
  });
});
