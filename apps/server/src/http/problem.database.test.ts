import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { cloneDatabase } from '../testing/clone-database.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const ROLE = `fis_limited_${randomBytes(4).toString('hex')}`;
const lines: string[] = [];
let admin: pg.Client;
let database: string;
let server: TestServer;
let drop: () => Promise<void>;

/** A server whose role has no more rights than it needs: limits don't count for a superuser. */
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  admin = new pg.Client({ connectionString: clone.databaseUrl });
  await admin.connect();
  database = new URL(clone.databaseUrl).pathname.slice(1);
  await admin.query(
    `create role ${ROLE} login password 'secret' in role pg_read_all_data, pg_write_all_data`,
  );
  const url = Object.assign(new URL(inject('postgresUrl')), { username: ROLE, password: 'secret' });
  url.pathname = `/${database}`;
  const log = createLogger('warn', { write: (line) => void lines.push(line) });
  server = await startTestServer({ DATABASE_URL: url.href }, { log });
});
afterAll(async () => {
  await server.close();
  await admin.end();
  await drop();
  const rest = new pg.Client({ connectionString: inject('postgresUrl') });
  await rest.connect();
  await rest.query(`drop role ${ROLE}`);
  await rest.end();
});
beforeEach(() => void (lines.length = 0));

const FAULTS: [string, { begin: () => string; end: () => string; code: string }][] = [
  [
    'the role has no connection left',
    {
      begin: () => `alter role ${ROLE} connection limit 0`,
      end: () => `alter role ${ROLE} connection limit -1`,
      code: '53300',
    },
  ],
  [
    'the database has no connection left',
    {
      begin: () => `alter database ${database} connection limit 0`,
      end: () => `alter database ${database} connection limit -1`,
      code: '53300',
    },
  ],
  [
    'the database may only be read',
    {
      begin: () => `alter database ${database} set default_transaction_read_only = on`,
      end: () => `alter database ${database} reset default_transaction_read_only`,
      code: '25006',
    },
  ],
  ...(['53100', '53200', '57P03', '08006', '58030'] as const).map((code): (typeof FAULTS)[number] => [
    `a statement fails with ${code}`,
    {
      begin: () => `
          create function fail() returns trigger language plpgsql as
            $$ begin raise exception 'it failed' using errcode = '${code}'; end $$;
          create trigger fail before insert on sessions execute function fail()`,
      end: () => 'drop trigger fail on sessions; drop function fail()',
      code,
    },
  ]),
];

describe('503, never 500, and the log names the cause with its code', () => {
  it.each(FAULTS)('when %s', async (_, { begin, end, code }) => {
    await admin.query(begin());
    try {
      await endConnections();
      const { reply, line } = await untilRefused(code);
      expect(outcomeOf(reply)).toBe('503 unavailable');
      expect(reply.headers.get('retry-after')).toBe('2');
      expect(reply.text).not.toMatch(/it failed|role|prisma|connection limit/i);
      expect(line).toMatchObject({ level: 'error', msg: 'unavailable', causes: [{ code }] });
      expect(JSON.stringify(line)).not.toContain('very private');
    } finally {
      await admin.query(end());
    }
    await endConnections();
    await expect.poll(async () => (await create()).status).toBe(201);
  });
});

it('what is no failure of the server stays a fault of ours, which is told to nobody', async () => {
  await admin.query(`alter table sessions add constraint refuses check (notes <> 'refused')`);
  const reply = await callApi(server, 'POST /sessions', { body: { notes: 'refused' } });
  expect(outcomeOf(reply)).toBe('500 internal_error');
  await admin.query('alter table sessions drop constraint refuses');
});

type Line = { request_id: string; causes?: { code?: string }[] };

const create = () => callApi(server, 'POST /sessions', { body: { notes: 'very private' } });

// The first refusals may be of requests whose connection was ended.
const untilRefused = async (code: string) => {
  for (;;) {
    const reply = await create();
    const line = lines
      .map((text) => JSON.parse(text) as Line)
      .find(({ request_id }) => request_id === reply.body.request_id);
    if (line?.causes?.[0]?.code === code) return { reply, line };
    expect([201, 503]).toContain(reply.status);
  }
};

const endConnections = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and pid <> pg_backend_pid()`,
    [ROLE],
  );
