// Run by run-bare-loop.ts as a process of its own: the fastest that one Node.js process can sign and send. With
// DATABASE_URL it also writes one row for each answer, the least that could be called a record.
import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';

const { TARGET_URL = '', CA: ca = '', CONCURRENCY = '', SECONDS = '', DATABASE_URL } = process.env;
const concurrency = Number(CONCURRENCY);
const url = new URL(TARGET_URL);
const pool = new Pool(url.origin, { connections: concurrency, connect: { ca } });
const database = DATABASE_URL ? new pg.Pool({ connectionString: DATABASE_URL, max: concurrency }) : undefined;
await database?.query('create table if not exists sent (id uuid primary key, at timestamptz, status int)');
const body = JSON.stringify({ id: randomUUID(), type: 'session.created', data: { notes: 'x'.repeat(600) } });
const key = `whsec_${'k'.repeat(44)}`;

const send = async (): Promise<void> => {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'svc-signature': `t=${timestamp},v1=${signature}` };
  const answer = await pool.request({ path: url.pathname, method: 'POST', headers, body });
  await answer.body.dump();
  await database?.query({
    name: 'record',
    text: 'insert into sent (id, at, status) values ($1, now(), $2)',
    values: [randomUUID(), answer.statusCode],
  });
};

let sent = 0;
const startMs = performance.now();
const loop = async (): Promise<void> => {
  while (performance.now() - startMs < Number(SECONDS) * 1000) {
    await send();
    sent += 1;
  }
};
await Promise.all(Array.from({ length: concurrency }, loop));
const seconds = (performance.now() - startMs) / 1000;
await pool.close();
await database?.end();
console.log(JSON.stringify({ perSecond: sent / seconds }));
