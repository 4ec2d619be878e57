import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import { openSsoWorld, type SsoWorld } from '../testing/open-sso-world.ts';
import { warnOfCertificates } from './warn-of-certificates.job.ts';

const DAY_MS = 86_400_000;
const SUBJECT = 'The certificate of your company’s sign-in ends soon (Acme Inspections)';

const start = new Date();

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
// Certificates are made by the clock of the machine.
beforeEach(() => world.server.clock.set(start));
afterAll(() => world.server.close());

const SAML = { protocol: 'saml', issuer: 'urn:provider', sso_url: 'https://login.example.com/saml' } as const;

/** An organisation whose sign-on by SAML is on; its certificates end after so many days. */
const openSaml = async (...days: number[]) => {
  const organisation = await world.openOrganisation();
  const { client, admin, verify, pass } = organisation;
  await client.sso.put({ ...SAML, pem_certificates: days.map((each) => makeCertificate(each).pem) });
  await verify();
  await pass();
  await client.sso.activate();
  const mailsTo = (email: string) =>
    world.server.post.emails.filter(({ to, subject }) => to === email && subject === SUBJECT);
  const entries = async () =>
    (await organisation.kinds()).filter((kind) => kind === 'sso.certificate_ending').length;
  return { ...organisation, mails: () => mailsTo(admin.email), mailsTo, entries };
};

/** The job of a day that lies so many days ahead, and the mails that it queues. */
const warnIn = async (days: number): Promise<void> => {
  world.server.clock.advance(days * DAY_MS);
  await warnOfCertificates.run(world.server.context, {});
  await runDueJobs(world.server.context);
};

describe('the end of the last certificate of an active connection', () => {
  it('is told to each active org_admin 30 and 7 days before, once each, with an entry in the chain', async () => {
    const { mails, mailsTo, entries, organisationId, client } = await openSaml(40, 5);
    const other = await signInAs(world.server, 'org_admin', { organisationId });
    const gone = await signInAs(world.server, 'org_admin', { organisationId });
    await client.members.update(gone.memberId, { status: 'disabled' });
    const inspector = await signInAs(world.server, 'inspector', { organisationId });
    await warnIn(9);
    expect([mails().length, await entries()]).toEqual([0, 0]);
    await warnIn(1.5);
    await warnIn(0);
    await warnIn(1);
    expect([mails().length, mailsTo(other.email).length, await entries()]).toEqual([1, 1, 1]);
    const { certificates } = await client.sso.get();
    const end = new Date(certificates[0]!.not_after);
    expect(mails()[0]?.text).toMatch(new RegExp(`Ends: .*\\b${end.getUTCDate()} .*${end.getUTCFullYear()}`));
    await warnIn(21);
    await warnIn(0);
    await warnIn(1);
    expect([mails().length, mailsTo(other.email).length, await entries()]).toEqual([2, 2, 2]);
    await warnIn(8);
    expect([mails().length, await entries()]).toEqual([2, 2]);
    for (const { email } of [gone, inspector]) expect(mailsTo(email)).toEqual([]);
  });

  it('is told once where it is first seen in its last week', async () => {
    const { mails, entries } = await openSaml(3);
    await warnIn(0);
    await warnIn(1);
    expect([mails().length, await entries()]).toEqual([1, 1]);
  });

  it('is nobody’s to hear of once there is a later one, or the connection is off', async () => {
    const [rolled, off] = [await openSaml(20, 400), await openSaml(20)];
    await off.client.sso.disable();
    await warnIn(0);
    expect([rolled.mails(), await rolled.entries(), off.mails(), await off.entries()]).toEqual([
      [],
      0,
      [],
      0,
    ]);
  });

  it('is told by one of two runs at once', async () => {
    const { mails, entries } = await openSaml(20);
    const run = () => warnOfCertificates.run(world.server.context, {});
    await Promise.all([run(), run()]);
    await runDueJobs(world.server.context);
    expect([mails().length, await entries()]).toEqual([1, 1]);
  });
});
