import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockKeyOf } from '../platform/database/right-lock.ts';
import { joinSession } from '../testing/join-session.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { waitForLock } from '../testing/wait-for-lock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Answer = { status: number; text: string; isReplay: boolean };

const send = async (method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${server.seed.apiKey}`, 'idempotency-key': 'raced', ...headers },
  });
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, text: await response.text(), isReplay };
};

/**
 * Repeats a call that has found no reply when the first call commits: it waits for the lock of its right meanwhile, and
 * goes on with what it saw before. The first's reply is taken away for that time.
 */
const repeatAsTheFirstCommits = async <Reply>(repeat: () => Promise<Reply>): Promise<Reply> => {
  const { pool } = server.context.database;
  const kept = await pool.query<{ row: object }>(
    'delete from idempotency_keys k returning to_jsonb(k) as row',
  );
  const holder = await pool.connect();
  const right = lockKeyOf({ kind: 'credential', id: server.seed.credentialId });
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1)', [right]);
    const repeated = repeat();
    await waitForLock(server.context);
    await pool.query(
      'insert into idempotency_keys select * from jsonb_populate_recordset(null::idempotency_keys, $1)',
      [JSON.stringify(kept.rows.map(({ row }) => row))],
    );
    await holder.query('commit');
    return await repeated;
  } finally {
    holder.release();
  }
};

it('a call that claims its key as the first commits has done nothing: it gets the one reply', async () => {
  const create = () => send('POST', '/api/v1/public/sessions');
  const first = await create();
  const count = await server.context.database.prisma.session.count();
  expect(await repeatAsTheFirstCommits(create)).toEqual({ ...first, isReplay: true });
  expect(await server.context.database.prisma.session.count()).toBe(count);
});

it('a call that is refused for what the first has just done gets the reply of the first', async () => {
  const { id } = await server.client.sessions.create({});
  const end = () => send('DELETE', `/v1/sessions/${id}`);
  const first = await end();
  expect(await repeatAsTheFirstCommits(end)).toEqual({ ...first, status: 200, isReplay: true });
});

it('an upload that is refused for what the first has just done gets the place of the first', async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { recording: 'granted' });
  await server.client.sessions.startRecording(device.sessionId);
  const encode = (value: string) => Buffer.from(value).toString('base64');
  const begin = async () => {
    const response = await fetch(`${server.baseUrl}/v1/field/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.seed.apiKey}`,
        'idempotency-key': 'begun',
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filetype ${encode('video/webm')},session ${encode(device.sessionId)}`,
      },
    });
    return { status: response.status, text: response.headers.get('location') };
  };
  const first = await begin();
  await server.client.sessions.end(device.sessionId);
  expect([await repeatAsTheFirstCommits(begin), first.status]).toEqual([first, 201]);
});
