import type { Session } from '@field-inspection/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { remindSession } from './remind-session.job.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
let session: Session;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  session = await server.client.sessions.create({ notes: 'roof', scheduled_for: inHours(48) });
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const remind = (kind: '24h' | '1h', scheduled_for = session.scheduled_for!) =>
  remindSession.run(server.context, {
    organisation_id: server.seed.organisationId,
    session_id: session.id,
    scheduled_for,
    kind,
  });
const listMessages = async () =>
  (
    await server.context.database.prisma.message.findMany({
      where: { session_id: session.id },
      orderBy: { dedupe_key: 'asc' },
    })
  ).map(({ kind, recipient }) => `${kind} ${recipient}`);

type Invitee = {
  recipient_email: string;
  revoked_at?: Date;
  expires_at?: Date;
  joined_at?: Date;
  pin?: Buffer<ArrayBuffer>;
};
const addInvitee = (invitee: Invitee) =>
  server.context.database.prisma.participant.create({
    data: {
      organisation_id: server.seed.organisationId,
      id: server.context.ids.next(),
      session_id: session.id,
      recipient_first_name: '',
      recipient_last_name: '',
      recipient_phone: '',
      send_email: false,
      ttl_minutes: 1_440,
      expires_at: new Date(inHours(72)),
      created_at: server.clock.now(),
      ...invitee,
    },
  });

describe('remind-session', () => {
  it('queues one e-mail for the operator and one for everybody who is still to come', async () => {
    const now = server.clock.now();
    await addInvitee({ recipient_email: 'ada@example.com' });
    await addInvitee({ recipient_email: '' });
    await addInvitee({ recipient_email: 'revoked@example.com', revoked_at: now });
    await addInvitee({ recipient_email: 'late@example.com', expires_at: now });
    await addInvitee({ recipient_email: 'there@example.com', joined_at: now, pin: Buffer.alloc(32) });
    await remind('24h');
    expect((await listMessages()).sort()).toEqual([
      'reminder_invitee_24h ada@example.com',
      'reminder_operator_24h operator@example.com',
    ]);
  });

  it('queues each message once, though it runs twice, also at the same time', async () => {
    await Promise.all([remind('24h'), remind('24h')]);
    await remind('24h');
    expect(await listMessages()).toEqual(['reminder_operator_24h operator@example.com']);
    await remind('1h');
    expect(await listMessages()).toHaveLength(2);
  });

  it.each(['open', 'recording', 'closed', 'expired'] as const)(
    'is silent about a session that is %s',
    async (status) => {
      await setSessionStatus(server, session.id, status);
      await remind('24h');
      expect(await listMessages()).toEqual([]);
    },
  );

  it('is silent about a time that the session has left, or that has come', async () => {
    await remind('24h', inHours(47));
    server.clock.advance(48 * HOUR_MS);
    await remind('1h');
    expect(await listMessages()).toEqual([]);
  });

  it('waits for an end that is under way, and then is silent', async () => {
    const ending = await server.context.database.pool.connect();
    try {
      await ending.query('begin');
      await ending.query(`update sessions set status = 'closed', ended_at = now() where id = $1`, [
        session.id,
      ]);
      const reminding = remind('24h');
      await waitForLock(server.context);
      await ending.query('commit');
      await reminding;
    } finally {
      ending.release();
    }
    expect(await listMessages()).toEqual([]);
  });
});
