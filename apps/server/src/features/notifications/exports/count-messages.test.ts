import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshEmail } from '../../../testing/mint-invite-for.ts';
import { setSubscription } from '../../billing/change-subscription.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let sessionId: string;
beforeEach(async () => {
  server = await startTestServer();
  // A window of a day, and so of an hour, begins now.
  server.clock.set(new Date((Math.floor(server.clock.now().getTime() / DAY_MS) + 1) * DAY_MS));
  sessionId = (await server.client.sessions.create()).id;
});
afterEach(() => server.close());

type Body = Parameters<typeof server.client.participants.create>[1];
type Refusal = { status: number; code: string };

const refusalOf = async (body: Body): Promise<unknown> => {
  try {
    await server.client.participants.create(sessionId, body);
    return undefined;
  } catch (error) {
    return error;
  }
};

const mint = async (body: Body): Promise<string> => {
  // A busy machine refuses within seconds, and nothing was done.
  for (;;) {
    const refusal = (await refusalOf(body)) as Refusal | undefined;
    if (refusal?.status !== 503) return refusal ? `${refusal.status} ${refusal.code}` : 'minted';
  }
};

const inParallel = (count: number, call: (index: number) => Promise<string>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

const openOther = async () => {
  const client = server.clientOf((await seedOrganisation(server.context)).apiKey);
  return { client, session: (await client.sessions.create()).id };
};

const countOf = (outcomes: string[], outcome: string) => outcomes.filter((each) => each === outcome).length;

describe('an hour of a recipient', () => {
  test('takes exactly five messages, at once or in turn, and says when the next hour begins', async () => {
    const email = freshEmail();
    const outcomes = await inParallel(12, () => mint({ recipient_email: email }));
    expect([countOf(outcomes, 'minted'), countOf(outcomes, '429 rate_limited')]).toEqual([5, 7]);
    server.clock.advance(600_000);
    expect(await refusalOf({ recipient_email: email.toUpperCase() })).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfterMs: 3_000_000,
    });
    server.clock.advance(3_000_000 - 1);
    expect(await mint({ recipient_email: email })).toBe('429 rate_limited');
    server.clock.advance(1);
    expect(await mint({ recipient_email: email })).toBe('minted');
  });

  test('counts links and codes apart, and refuses both when only one has room', async () => {
    const email = freshEmail();
    const [both, code] = [{ recipient_email: email, send_email: true }, { recipient_email: email }];
    for (let round = 0; round < 4; round++) expect(await mint(both)).toBe('minted');
    expect(await mint(code)).toBe('minted');
    expect(await mint(both)).toBe('429 rate_limited');
    expect(await server.context.database.prisma.message.count({ where: { kind: 'invite' } })).toBe(4);
  });

  test('phone numbers are counted the same way, whatever their spelling; a reissue counts too', async () => {
    const invite = await server.client.participants.create(sessionId, {
      recipient_phone: '+39 333 123 4567',
    });
    for (let count = 0; count < 4; count++) await server.client.participants.reissue(sessionId, invite.id);
    await expect(server.client.participants.reissue(sessionId, invite.id)).rejects.toMatchObject({
      status: 429,
    });
    expect(await mint({ recipient_phone: '+393331234567' })).toBe('429 rate_limited');
  });

  test('is each organisation’s own, and there is a higher one over all of them, exact however many write at once', async () => {
    const email = freshEmail();
    const others = await Promise.all([1, 2, 3, 4].map(openOther));
    const link = { recipient_email: email, send_email: true };
    const outcomes = await inParallel(30, async (index) => {
      const { client, session } = [{ client: server.client, session: sessionId }, ...others][index % 5]!;
      return client.participants.create(session, link).then(
        () => 'minted',
        (error: unknown) => `${(error as Refusal).status} ${(error as Refusal).code}`,
      );
    });
    expect([countOf(outcomes, 'minted'), countOf(outcomes, '429 rate_limited')]).toEqual([20, 10]);
  });

  test('no organisation can silence another’s codes', async () => {
    const email = freshEmail();
    server.context.config.messagesPerRecipientHourOverall = 5;
    const link = { recipient_email: email, send_email: true };
    const { client, session } = await openOther();
    for (let round = 0; round < 5; round++) await client.participants.create(session, link);
    await expect(client.participants.create(session, { recipient_email: email })).rejects.toMatchObject({
      status: 429,
    });
    expect(await mint(link)).toBe('429 rate_limited');
    const outcomes = await inParallel(6, () => mint({ recipient_email: email }));
    expect(countOf(outcomes, 'minted')).toBe(5);
  });
});

describe('a day of an organisation', () => {
  const useOf = async (client = server.client) => {
    const { includes, use } = await client.billing.getPlan();
    return { limit: includes.messages_per_day, messages: use.messages, codes: use.codes };
  };

  test('is what the plan shows as used: at its limit the next is refused, codes apart; over midnight it begins anew', async () => {
    server.context.config.messagesPerOrganisationDay = 3;
    const other = await openOther();
    const mintLink = () => mint({ recipient_email: freshEmail(), send_email: true });
    expect(await useOf()).toEqual({ limit: 3, messages: 0, codes: 0 });
    expect([await mintLink(), await mintLink()]).toEqual(['minted', 'minted']);
    expect(await useOf()).toEqual({ limit: 3, messages: 2, codes: 2 });
    expect(await mint({ recipient_email: freshEmail() })).toBe('minted');
    expect(await useOf()).toEqual({ limit: 3, messages: 2, codes: 3 });
    expect(await mintLink()).toBe('429 rate_limited');
    await server.client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
    await expect(
      server.client.members.create({ email: freshEmail(), name: 'Bea', role: 'auditor' }),
    ).rejects.toMatchObject({ status: 429 });
    expect(await useOf()).toEqual({ limit: 3, messages: 3, codes: 3 });
    expect(await useOf(other.client)).toMatchObject({ messages: 0, codes: 0 });
    server.clock.advance(DAY_MS - 1);
    expect(await useOf()).toEqual({ limit: 3, messages: 3, codes: 3 });
    server.clock.advance(1);
    expect(await useOf()).toEqual({ limit: 3, messages: 0, codes: 0 });
    expect(await mintLink()).toBe('minted');
    expect(await useOf()).toEqual({ limit: 3, messages: 1, codes: 1 });
  });

  const setPlan = (plan: 'free' | 'pro') =>
    setSubscription(server.context, { organisationId: server.seed.organisationId, changes: { plan } });

  test('takes exactly as many messages as its plan says, and more at once by another plan', async () => {
    await setPlan('free');
    const outcomes: string[] = [];
    // With more at once, the last would wait too long for a place of their session on a busy machine.
    for (let round = 0; round < 6; round++) {
      outcomes.push(...(await inParallel(19, () => mint({ recipient_email: freshEmail() }))));
    }
    expect([countOf(outcomes, 'minted'), countOf(outcomes, '429 rate_limited')]).toEqual([100, 14]);
    expect(await mint({})).toBe('minted');
    server.clock.advance(3_600_000);
    expect(await refusalOf({ recipient_email: freshEmail() })).toMatchObject({
      detail: expect.stringContaining('There are at most 100 ') as string,
      retryAfterMs: DAY_MS - 3_600_000,
    });
    await setPlan('pro');
    expect(await mint({ recipient_email: freshEmail() })).toBe('minted');
    await setPlan('free');
    server.clock.advance(DAY_MS - 3_600_000);
    expect(await mint({ recipient_email: freshEmail() })).toBe('minted');
  });
});

test('over the limit nothing changes: no invite, no message, no job, no entry, no count', async () => {
  const email = freshEmail();
  await inParallel(5, () => mint({ recipient_email: email }));
  const snapshot = async () => {
    const { rows } = await server.context.database.pool.query<{ snapshot: string }>(`
      select jsonb_build_array(
        (select count(*) from participants), (select count(*) from invite_tokens), (select count(*) from messages),
        (select count(*) from audit_entries), (select count(*) from graphile_worker._private_jobs),
        (select jsonb_agg(to_jsonb(w) order by w.subject) from message_windows w)
      )::text as snapshot
    `);
    return rows[0]!.snapshot;
  };
  const before = await snapshot();
  expect(await mint({ recipient_email: email })).toBe('429 rate_limited');
  expect(await mint({ recipient_email: email, recipient_phone: '+393331234567' })).toBe('429 rate_limited');
  expect(await snapshot()).toBe(before);
});

test('the counters tell nobody’s address', async () => {
  const email = freshEmail();
  await mint({ recipient_email: email });
  const windows = await server.context.database.prisma.messageWindow.findMany();
  expect(windows.map(({ subject }) => subject.length)).toEqual([32, 32]);
  expect(Buffer.concat(windows.map(({ subject }) => subject)).includes(email)).toBe(false);
});
