/**
 * An inspection from its creation to its report, with signed webhooks received over HTTPS and verified.
 * Start the service first (script/server), then: script/node examples/quickstart.ts
 */
import { writeFile } from 'node:fs/promises';
import { FieldInspection, type WebhookEvent } from '@field-inspection/sdk';
import { verifyReport } from '@field-inspection/sdk/evidence';
import { joinSession } from '@field-inspection/sdk/field';
import { readDemo } from './read-demo.ts';
import { receiveWebhooks } from './receive-webhooks.ts';

/** A blue square: 64 by 48 pixels of JPEG. */
const PHOTO =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACsmgAAAAAAAAAAAAAAAAAAAAAP/Z';

/** Roots of authorities that one trusts go to verifyReport; here are none, as nobody trusts a demonstration's. */
const MEANINGS = {
  trusted: 'nothing was changed, and you trust who sealed it',
  untrusted: 'nothing was changed, but the authority that sealed it is not among those you trust',
  invalid: 'something was changed or is not in order',
};

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

  // 3. The field person joins, by the link and the code that they were sent.
  const result = await joinSession(invite.join_url, { otpCode: invite.otp_code });
  if (result.status !== 'joined') throw new Error(`the join ended as ${result.status}`);
  const { field } = result;
  console.log(`joined            the session is ${(await client.sessions.get(session.id)).status}`);

  // 4. The field person consents and takes a photo.
  await field.updateConsent({ camera: 'granted' });
  const photo = await field.evidence.createPhoto(Buffer.from(PHOTO, 'base64'), { slot: 'roof' });
  console.log(`photo             ${photo.id}, SHA-256 ${photo.sha256?.slice(0, 16)}…`);

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
  console.log(`verified          ${MEANINGS[verdict]}`);
  console.log(`verdict           ${verdict}: ${message}`);
} finally {
  await client.webhookEndpoints.delete(endpoint.id);
  await receiver.close();
}
