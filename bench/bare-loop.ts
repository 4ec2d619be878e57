// Run by measure-throughput.ts as a process of its own: the fastest that one Node.js process can sign and send.
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

const { TARGET_URL = '', CA: ca = '', CONCURRENCY = '', SECONDS = '' } = process.env;
const url = new URL(TARGET_URL);
const pool = new Pool(url.origin, { connections: Number(CONCURRENCY), connect: { ca } });
const body = JSON.stringify({
  id: crypto.randomUUID(),
  type: 'session.created',
  data: { notes: 'x'.repeat(600) },
});
const key = 'whsec_' + 'k'.repeat(44);

let sent = 0;
const endsAt = performance.now() + Number(SECONDS) * 1000;
const loop = async () => {
  while (performance.now() < endsAt) {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
    const { body: answer } = await pool.request({
      path: url.pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-signature': `t=${timestamp},v1=${signature}` },
      body,
    });
    await answer.dump();
    sent++;
  }
};
const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(CONCURRENCY) }, loop));
const seconds = (performance.now() - startedAt) / 1000;
await pool.close();
console.log(JSON.stringify({ perSecond: sent / seconds }));
