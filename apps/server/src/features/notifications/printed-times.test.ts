import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeal } from '../../platform/seal/create-seal.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { createTestPerson } from '../../testing/create-test-seal.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const signer = createTestPerson('P-256', 'demo signer');
let server: TestServer;
beforeAll(async () => {
  const seal = createSeal({ key: signer.key, certificates: signer.certificates, demo: true });
  server = await startTestServer({}, { demoSigner: seal });
  await server.client.org.update({ time_zone: 'Europe/Rome' });
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const takePost = async () => {
  await runDueJobs(server.context);
  return [...server.post.emails.splice(0), ...server.post.texts.splice(0)].map(({ text }) => text);
};

// Summer time ends in Rome at 01:00 UTC of this night: 02:30 is there twice.
test.each([
  ['2030-10-27T00:30:00Z', /27 October 2030.* 02:30 \(Europe\/Rome, UTC\+02:00\)/],
  ['2030-10-27T01:30:00Z', /27 October 2030.* 02:30 \(Europe\/Rome, UTC\+01:00\)/],
])(
  'a time printed in a mail names its offset, on both sides of a change of summer time: %s',
  async (at, said) => {
    const time = new Date(at);
    server.clock.set(new Date(time.getTime() - 30 * HOUR_MS));
    const session = await server.client.sessions.create({ scheduled_for: at });
    // The invite ends with the minute of the inspection.
    await server.client.participants.create(session.id, {
      recipient_email: freshEmail(),
      recipient_phone: '+393471234567',
      send_email: true,
      ttl_minutes: 1_800,
    });
    const first = await takePost();
    const [link] = first.filter((text) => text.includes('/join/'));
    expect(link).toMatch(new RegExp(`Scheduled for: .*${said.source}`));
    expect(link).toMatch(new RegExp(`valid until .*${said.source}`));
    server.clock.set(new Date(time.getTime() - 24 * HOUR_MS));
    const reminders = await takePost();
    expect(reminders).toHaveLength(2);
    for (const text of reminders) expect(text).toMatch(said);
    for (const text of [...first, ...reminders])
      expect(text.replaceAll(/UTC[+-]\d\d:\d\d/g, 'UTC')).not.toMatch(/\d\d:\d\d(?! (\(Europe\/Rome, )?UTC)/);
  },
);

test('an SMS that invites to an appointment says when it is; when that has moved, only a reissue says so', async () => {
  const { client } = server;
  server.clock.set(new Date('2030-03-01T09:00:00Z'));
  await takePost();
  const { id } = await client.v1.inspections.create({
    scheduled_for: '2030-03-04T09:30:00Z',
    locale: 'de-DE',
    participant: { phone: '+393471234568', channel: 'sms', send_code: false },
  });
  const first = await takePost();
  expect(first).toEqual([expect.stringContaining(' Termin: 4. März 2030, 10:30 UTC+01:00. ')]);
  expect(first[0]).toContain('(gültig bis 5. März 2030, 10:30 UTC+01:00)');
  await client.sessions.update(id, { scheduled_for: '2030-03-07T12:00:00Z' });
  expect(await takePost()).toEqual([]);
  const [invite] = (await client.participants.list(id)).data;
  await client.participants.reissue(id, invite!.id);
  expect(await takePost()).toEqual([expect.stringContaining(' Termin: 7. März 2030, 13:00 UTC+01:00. ')]);
});

test('the request to sign, the invitation of a member and an SMS say until when in the same way', async () => {
  server.clock.set(new Date('2031-03-29T20:00:00Z'));
  const { sessionId } = await completeSession(server);
  await takePost();
  await server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: freshEmail(), phone: '+393471234567' },
    level: 'SES',
    send_link: true,
  });
  await server.client.v1.inspections.create({
    participant: { phone: '+393471234567', channel: 'sms' },
  });
  await server.client.members.create({ email: freshEmail(), name: 'Ada', role: 'auditor' });
  const texts = (await takePost()).filter((text) => text.includes('http'));
  expect(texts).toHaveLength(3);
  // Summer time has begun when they end.
  for (const text of texts)
    expect(text).toMatch(/valid until .*\d\d:\d\d (\(Europe\/Rome, UTC\+02:00\)|UTC\+02:00)/);
});
