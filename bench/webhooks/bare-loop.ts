import { createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { buildWebhookRequest } from '../../apps/server/src/features/webhooks/dispatch/build-webhook-request.ts';

const { TARGET_URL = '', CA: ca = '', CONCURRENCY = '', SECONDS = '' } = process.env;
const concurrency = Number(CONCURRENCY);
const url = new URL(TARGET_URL);
const pool = new Pool(url.origin, { connections: concurrency, connect: { ca } });
const { body, headers } = buildWebhookRequest(TARGET_URL, {
  id: randomUUID(),
  type: 'session.created',
  createdAt: new Date(),
  organisationId: randomUUID(),
  endpointId: randomUUID(),
  sequence: 1,
  // The text is as long as the data of an event in the other measures.
  dataText: JSON.stringify({ id: randomUUID(), notes: 'x'.repeat(336) }),
  isTest: false,
});
const key = `whsec_${'k'.repeat(44)}`;

// A delivery carries two signatures. One of them is kept, so that the loop signs as often as its name says.
const send = async (): Promise<void> => {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
  const answer = await pool.request({
    path: url.pathname,
    method: 'POST',
    headers: {
      ...headers,
      'Svc-Signature': `t=${timestamp},v1=${signature}`,
      'webhook-id': headers['Svc-Event-Id'],
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${'s'.repeat(44)}`,
      'Svc-Delivery-Attempt': '1',
      'accept-encoding': 'identity',
    },
    body,
  });
  await answer.body.dump();
};

let sent = 0;
const runFor = async (seconds: number): Promise<number> => {
  const startMs = performance.now();
  sent = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - startMs < seconds * 1000) {
      await send();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return sent / ((performance.now() - startMs) / 1000);
};
await runFor(1);
const perSecond = await runFor(Number(SECONDS));
await pool.close();
process.send!({ perSecond });
