import { EVENT_DATA } from '@field-inspection/contract';
import {
  verifyChain,
  verifyCommitment,
  type AuditEntry,
  type CanonicalValue,
} from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink, wrongCode } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MESSAGES_PER_RECIPIENT_HOUR: '100' });
});
afterAll(() => server.close());

const ADA = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Lovelace',
  recipient_email: 'ada@lovelace.example',
  recipient_phone: '+393331234567',
  send_email: true,
};

const goThroughAll = async () => {
  const { session, invite } = await mintInviteFor(server, ADA);
  await joinByLink(invite.join_url, { code: wrongCode(invite.otp_code), userAgent: 'Secret/1.0' });
  const reissued = await server.client.participants.reissue(session.id, invite.id);
  await joinByLink(reissued.join_url, { code: reissued.otp_code, userAgent: 'Secret/1.0' });
  await joinByLink(reissued.join_url, { userAgent: 'Secret/1.0' });
  await server.client.participants.revoke(session.id, invite.id);
  await server.client.sessions.end(session.id);
  server.clock.advance(60_000);
  await runDueJobs(server.context);
  return { session, invite, reissued };
};

const readChain = async (sessionId: string): Promise<AuditEntry[]> => {
  const rows = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ organisation_id: _, session_id: __, ...entry }) => entry as unknown as AuditEntry);
};

describe('the audit chain of a whole visit', () => {
  test('has each fact in its order, is valid to its head, and freezes after the end', async () => {
    const { session, invite } = await goThroughAll();
    const chain = await readChain(session.id);
    expect(chain.map(({ kind }) => kind)).toEqual([
      'session.created',
      'participant.invited',
      'otp.refused',
      'participant.reissued',
      'participant.joined',
      'participant.joined',
      'participant.revoked',
      'session.ended',
    ]);
    const head = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: session.id },
    });
    expect(await verifyChain(chain, { expectedHead: head.head_hash })).toMatchObject({
      valid: true,
      length: 8,
    });
    expect(head.frozen_at).not.toBeNull();
    expect(chain.map(({ payload }) => payload)).toMatchObject([
      {},
      { participant_id: invite.id, role: 'field', issue: 1, otp_required: true, channels: ['email', 'sms'] },
      { participant_id: invite.id, issue: 1, attempt: 1 },
      { participant_id: invite.id, issue: 2 },
      { participant_id: invite.id, issue: 2, pinned: false },
      { participant_id: invite.id, issue: 2, pinned: true },
      { participant_id: invite.id, issue: 2 },
      {},
    ]);
  });

  test('holds personal data as commitments only, which the disclosures open', async () => {
    const { session, invite, reissued } = await goThroughAll();
    const chain = await readChain(session.id);
    const words = [
      'Ada',
      'Lovelace',
      'lovelace.example',
      '3331234567',
      'Secret/1.0',
      '127.0.0.1',
      'operator@',
      'Roof',
    ];
    const secrets = [invite, reissued].flatMap(({ join_url, otp_code }) => [
      join_url.split('#')[1]!,
      `"${otp_code}"`,
    ]);
    const text = JSON.stringify(chain);
    expect([...words, ...secrets].filter((word) => text.includes(word))).toEqual([]);
    const disclosures = await server.context.database.prisma.auditDisclosure.findMany({
      where: { session_id: session.id, field: { in: ['recipient', 'device'] } },
      orderBy: { sequence: 'asc' },
    });
    expect(disclosures.map(({ value }) => value)).toMatchObject([
      { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@lovelace.example', phone: '+393331234567' },
      { address: '127.0.0.1', user_agent: 'Secret/1.0' },
      { first_name: 'Ada' },
      { address: '127.0.0.1' },
      { address: '127.0.0.1' },
    ]);
    for (const { sequence, field, salt, value } of disclosures) {
      const commitment = chain[sequence - 1]!.payload[field] as string;
      expect(await verifyCommitment({ commitment, salt, value: value as CanonicalValue })).toBe(true);
    }
  });
});

test('session.joined carries the session as it is then and the invite, and neither token nor code', async () => {
  const { session, invite } = await mintInviteFor(server, { recipient_email: 'grace@hopper.example' });
  await joinByLink(invite.join_url, { code: invite.otp_code });
  await joinByLink(invite.join_url);
  const events = await server.context.database.prisma.event.findMany({
    where: { session_id: session.id, type: 'session.joined' },
  });
  expect(events).toHaveLength(1);
  const [listed] = (await server.client.participants.list(session.id)).data;
  const data = EVENT_DATA['session.joined'].strict().parse(events[0]!.data);
  expect(data).toEqual({
    ...(await server.client.sessions.get(session.id)),
    invite: { ...listed, messages: undefined, consent_state: undefined },
  });
  expect(data).toMatchObject({ status: 'open', invite: { id: invite.id, status: 'joined' } });
  for (const key of ['join_url', 'otp_code', 'messages']) expect(Object.keys(data.invite)).not.toContain(key);
});

test('no table keeps a link or a code in clear once the messages are sent', async () => {
  const { invite, reissued } = await goThroughAll();
  const fieldToken = (await joinByLink((await mintInviteFor(server, {})).invite.join_url)).body
    .field_session_token;
  const tokens = [invite, reissued].map(({ join_url }) => join_url.split('#')[1]!);
  const { pool } = server.context.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    const text = rows.map((row) => row.text).join('\n');
    found.push(...[...tokens, fieldToken].filter((secret) => text.includes(secret)).map(() => name));
  }
  expect(found).toEqual([]);
  const sealed = await server.context.database.prisma.message.count({
    where: { participant_id: invite.id, secret_sealed: { not: null } },
  });
  expect(sealed).toBe(0);
});
