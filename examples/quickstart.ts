/**
 * An inspection from its creation to its report, with signed webhooks received over HTTPS and verified.
 * Start the service first (script/server), then: script/node examples/quickstart.ts
 */
import { writeFile } from 'node:fs/promises';
import { FieldInspection, type WebhookEvent } from '@field-inspection/sdk';
import { verifyReport } from '@field-inspection/sdk/evidence';
import { readDemo } from './read-demo.ts';
import { receiveWebhooks } from './receive-webhooks.ts';

/** A blue square: 64 by 48 pixels of JPEG. */
const PHOTO =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACsmgAAAAAAAAAAAAAAAAAAAAAP/Z';

const demo = await readDemo();
const client = new FieldInspection({ apiKey: demo.api_key, baseUrl: demo.base_url });

// 1. A receiver of webhooks, on this machine, with a certificate of the demo authority.
const receiver = await receiveWebhooks(demo);
const endpoint = await client.webhookEndpoints.create({ url: receiver.url, description: 'quickstart' });
receiver.useSecret(endpoint.signing_secret);
console.log(`webhook endpoint  ${endpoint.url}`);

try {
  // 2. The operator creates a session and invites the field person.
  const session = await client.sessions.create({ notes: 'Roof, north side', locale: 'en' });
  console.log(`session           ${session.id} is ${session.status}`);
  const invite = await client.participants.create(session.id, {
    recipient_first_name: 'Anna',
    // Another address each time: one gets at most five messages an hour.
    recipient_email: `anna+${Date.now()}@example.com`,
    send_email: true,
  });
  console.log(`invite            ${invite.join_url}`);
  console.log(
    `one-time code     ${invite.otp_code} (sent to ${invite.recipient_email}, see ${demo.base_url}/outbox)`,
  );

  // 3. The field person joins. The page behind the link makes this very call.
  const token = new URL(invite.join_url).hash.slice(1);
  const joined = await fetch(`${demo.api_base_url}/sessions/${session.id}/join/${token}`, {
    headers: { 'X-Join-OTP': invite.otp_code ?? '' },
  });
  if (!joined.ok) throw new Error(`the join was refused: ${joined.status} ${await joined.text()}`);
  console.log(`joined            the session is ${(await client.sessions.get(session.id)).status}`);

  // 4. The field person consents and takes a photo. Any HTTP client will do, with the token of the join.
  const { field_session_token } = (await joined.json()) as { field_session_token: string };
  const field = { Authorization: `Bearer ${field_session_token}` };
  await fetch(`${demo.api_base_url}/field/consent`, {
    method: 'PATCH',
    headers: { ...field, 'Content-Type': 'application/json' },
    body: JSON.stringify({ camera: 'granted' }),
  });
  const captured = await fetch(`${demo.api_base_url}/field/photos?slot=roof`, {
    method: 'POST',
    headers: { ...field, 'Content-Type': 'image/jpeg' },
    body: Buffer.from(PHOTO, 'base64'),
  });
  if (!captured.ok) throw new Error(`the photo was refused: ${captured.status} ${await captured.text()}`);
  const photo = (await captured.json()) as { id: string; sha256: string };
  console.log(`photo             ${photo.id}, SHA-256 ${photo.sha256.slice(0, 16)}…`);

  // 5. The operator ends the session. With no upload under way its audit chain is frozen at once.
  console.log(`ended             the session is ${(await client.sessions.end(session.id)).status}`);
  console.log(`bundle            ${demo.api_base_url}/evidence/${session.id}/bundle.zip, in a moment`);

  // 6. What happened arrived as signed webhooks.
  const about = (event: WebhookEvent) => (event.data as { id?: string }).id === session.id;
  for (const type of ['session.created', 'session.joined', 'session.evidence.captured'] as const) {
    const event = await receiver.waitFor((candidate) => candidate.type === type && about(candidate));
    console.log(`webhook           ${event.type}, signature verified`);
  }

  // 7. The report is there: a sealed PDF that anybody verifies offline.
  const completed = await receiver.waitFor((event) => event.type === 'session.completed' && about(event));
  console.log(`webhook           ${completed.type}, signature verified`);
  const pdf = new Uint8Array(await (await client.reports.download(session.id)).arrayBuffer());
  await writeFile('report.pdf', pdf);
  console.log(`report            report.pdf, ${pdf.length} bytes`);
  const { verdict, message } = await verifyReport(pdf);
  console.log(`verified          ${verdict}: ${message}`);
} finally {
  await client.webhookEndpoints.delete(endpoint.id);
  await receiver.close();
}
