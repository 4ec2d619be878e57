import { FieldInspection } from '@field-inspection/sdk';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

it('the log of a whole journey holds request ids, route templates and why a job failed, and no key, token, code or path id', async () => {
  const world = await openProcessWorld();
  const receiver = await openWebhookReceiver(world);
  try {
    const server = await world.spawn('all', { LOG_LEVEL: 'debug' });
    const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
    const url = receiver.urlOf('/hooks');
    const endpoint = await client.webhookEndpoints.create({ url });
    const session = await client.sessions.create(
      { notes: 'a private note' },
      { idempotencyKey: 'a-key-of-mine' },
    );
    const invite = await client.participants.create(session.id, {
      recipient_email: 'anna.private@example.com',
      recipient_first_name: 'Annabella',
      send_email: true,
    });
    // This world has no mail server. Once the invite is redeemed its mail is no longer sent.
    await expect
      .poll(() => server.lines.filter((line) => line.includes('"msg":"job failed"')), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/"task":"send-message".*"code":"E(SOCKET|CONNREFUSED|CONN)"/));
    const token = new URL(invite.join_url).hash.slice(1);
    const joinUrl = `${server.baseUrl}/v1/sessions/${session.id}/join/${token}`;
    expect((await fetch(joinUrl, { headers: { 'X-Join-OTP': '000000' } })).status).toBe(401);
    const joined = await fetch(joinUrl, { headers: { 'X-Join-OTP': invite.otp_code! } });
    const { field_session_token, media_connection } = (await joined.json()) as {
      field_session_token: string;
      media_connection: { token: string };
    };
    await client.sessions.end(session.id);
    await expect(client.sessions.get('not-an-id')).rejects.toThrow();
    await expect(
      new FieldInspection({ apiKey: `${world.seed.apiKey}x`, baseUrl: server.baseUrl }).sessions.get(
        session.id,
      ),
    ).rejects.toThrow();
    expect(await server.kill('SIGTERM')).toBe(0);

    const log = server.lines.join('\n');
    expect(log).toContain('"route":"/v1/sessions/:session_id/join/:token"');
    expect(log).toMatch(/"request_id":"req_[0-9a-f]{32}"/);
    const secrets = {
      apiKey: world.seed.apiKey,
      token,
      otp: `"${invite.otp_code}`,
      field_session_token,
      mediaToken: media_connection.token,
      signingSecret: endpoint.signing_secret,
      idempotencyKey: 'a-key-of-mine',
      email: 'anna.private',
      firstName: 'Annabella',
      notes: 'a private note',
      pathId: `sessions/${session.id}`,
      databaseUrl: world.databaseUrl,
    };
    expect(Object.entries(secrets).filter(([, secret]) => log.includes(secret))).toEqual([]);
  } finally {
    await receiver.close();
    await world.close();
  }
});
