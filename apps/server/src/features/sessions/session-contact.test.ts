import { verifyCommitment } from '@field-inspection/evidence';
import type { Session } from '@field-inspection/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { openDevice } from '../../testing/join-session.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const EVA = { name: 'Eva Brandt', phone: '+39 (0)471 123', email: 'eva.brandt@example.com' };
const DESK = { name: 'Service desk', phone: '0800 1234', email: '' };
const HOSTILE = { name: '<b>Eva</b> {code}', phone: '112', email: '"><img/src=x>"@example.com' };

const openOrganisation = async () => {
  const { apiKey, organisationId } = await seedOrganisation(server.context);
  return { client: server.clientOf(apiKey), apiKey, organisationId };
};
const openPage = async (id: string) => (await fetch(`${server.baseUrl}/join/${id}`)).text();
const contactOf = (page: string) =>
  /<div class="brand-footer contact"[^]*?<\/div>/.exec(page)?.[0].replace(/\s+/g, ' ');

describe('the contact of a session', () => {
  it('comes back wherever the session is shown, in both families and to who has joined', async () => {
    const { client, apiKey } = await openOrganisation();
    const { id } = await client.v1.inspections.create({ contact: EVA });
    const shown = [
      await client.sessions.get(id),
      await client.v1.inspections.get(id),
      (await client.sessions.list()).data[0]!,
      (await client.v1.inspections.list()).data[0]!,
    ];
    for (const { contact } of shown) expect(contact).toEqual(EVA);
    const { data: events } = await server.context.database.prisma.event.findFirstOrThrow({
      where: { session_id: id },
    });
    expect(events).toMatchObject({ contact: EVA });
    expect(apiKey).toBeTruthy();
  });

  it('is changed by PATCH, and taken away by null; what does not change it writes no entry', async () => {
    const { client } = await openOrganisation();
    const { id, contact } = await client.sessions.create();
    expect(contact).toBeNull();
    expect((await client.sessions.update(id, { contact: EVA })).contact).toEqual(EVA);
    const changed = (await client.sessions.update(id, { contact: { ...EVA } })).updated_at;
    expect((await client.sessions.get(id)).updated_at).toBe(changed);
    expect((await client.sessions.update(id, { notes: 'Roof' })).contact).toEqual(EVA);
    expect((await client.sessions.update(id, { contact: null })).contact).toBeNull();
  });

  it('stands in the audit chain as a commitment, which its disclosure opens', async () => {
    const { client } = await openOrganisation();
    const { id } = await client.sessions.create({ contact: EVA });
    const { prisma } = server.context.database;
    const key = { session_id: id, sequence: 1 };
    const { payload } = await prisma.auditEntry.findFirstOrThrow({ where: key });
    expect(JSON.stringify(payload)).not.toContain('Brandt');
    const { salt, value } = await prisma.auditDisclosure.findFirstOrThrow({
      where: { ...key, field: 'contact' },
    });
    expect(value).toEqual(EVA);
    const { contact: commitment } = payload as Record<string, string>;
    expect(await verifyCommitment({ commitment: commitment!, salt, value: EVA })).toBe(true);
  });

  it.each([
    [{ name: 'Eva' }, 'contact'],
    [{ name: 'Eva', phone: '', email: '' }, 'contact'],
    [{ phone: '112' }, 'contact.name'],
    [{ name: 'Eva\n', phone: '112' }, 'contact.name'],
    [{ name: 'Eva', phone: '112;ext=1' }, 'contact.phone'],
    [{ name: 'Eva', phone: '1'.repeat(33) }, 'contact.phone'],
    [{ name: 'Eva', email: 'eva' }, 'contact.email'],
    [{ name: 'Eva', phone: '112', title: 'x' }, 'contact.title'],
  ])('is refused as %j', async (contact, path) => {
    const { id } = await server.client.sessions.create();
    for (const call of ['POST /sessions', `PATCH /sessions/${id}`]) {
      const { status, body } = await callApi(server, call, { body: { contact } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"body.${path}"`)]);
    }
  });

  it('is gone with the session’s other words when it is redacted', async () => {
    const { client } = await openOrganisation();
    const { id } = await client.sessions.create({ contact: EVA });
    await client.sessions.end(id);
    await runDueJobs(server.context);
    expect((await client.sessions.redact(id)).contact).toBeNull();
    expect(contactOf(await openPage(id))).toBeUndefined();
  });
});

describe('whom a person turns to', () => {
  it("is the session's contact, else the organisation's, else nobody: on the page before anything is joined", async () => {
    const { client } = await openOrganisation();
    const { id } = await client.sessions.create();
    expect(contactOf(await openPage(id))).toBeUndefined();
    expect((await client.org.update({ contact: DESK })).contact).toEqual(DESK);
    const desk = contactOf(await openPage(id));
    expect(desk).toContain('Your contact person: <bdi>Service desk</bdi>');
    expect(desk).toContain('href="tel:08001234"');
    expect(desk).not.toContain('mailto:');
    await client.sessions.update(id, { contact: EVA });
    const own = contactOf(await openPage(id));
    expect(own).toMatch(/<a class="button secondary" href="tel:\+39471123" ?>Call \+39 \(0\)471 123<\/a/);
    expect(own).toContain('<a href="mailto:eva.brandt@example.com"><bdi>eva.brandt@example.com</bdi></a>');
    expect(own).not.toContain('Service desk');
  });

  it('stands on the page of an invite that is over, too', async () => {
    const { client } = await openOrganisation();
    const { id } = await client.sessions.create({ contact: EVA });
    await client.sessions.end(id);
    expect(contactOf(await openPage(id))).toContain('Eva Brandt');
  });

  it('is shown to who has joined, and to an application of your own', async () => {
    await server.client.org.update({ contact: DESK });
    const { session, invite } = await mintInviteFor(server, {});
    const { body: joined } = await joinByLink(invite.join_url);
    expect(joined.session.contact).toEqual(DESK);
    const { field_session_token: token } = joined;
    const device = openDevice(server.baseUrl, { token });
    const show = async () => ((await device.call('GET', '/session')).body['session'] as Session).contact;
    await server.client.sessions.update(session.id, { contact: EVA });
    expect(await show()).toEqual(EVA);
    await server.client.sessions.update(session.id, { contact: null });
    expect(await show()).toEqual(DESK);
    await server.client.org.update({ contact: null });
    expect(await show()).toBeNull();
  });

  it('is text, whatever it holds', async () => {
    const { client } = await openOrganisation();
    const { id } = await client.sessions.create({ contact: HOSTILE });
    const shown = contactOf(await openPage(id))!;
    expect(shown).toContain('&lt;b&gt;Eva&lt;/b&gt; {code}');
    expect(shown).not.toMatch(/<img|<b>/);
  });

  it('stands in every e-mail to a field person, below an own text, too, and links to nothing else', async () => {
    const { client } = await openOrganisation();
    await client.messages.update({ kind: 'otp', locale: 'en', body: 'Here it is.\n{code}' });
    const session = await client.sessions.create({ contact: EVA });
    const before = server.post.emails.length;
    const recipient_email = freshEmail();
    await client.participants.create(session.id, { recipient_email, send_email: true });
    await runDueJobs(server.context);
    const sent = server.post.emails.slice(before);
    expect(sent).toHaveLength(2);
    for (const { text, html } of sent) {
      expect(text).toContain('Your contact person: Eva Brandt\n+39 (0)471 123\neva.brandt@example.com\n');
      expect(html).toContain('href="tel:+39471123"');
      expect(html).toContain('href="mailto:eva.brandt@example.com"');
    }
  });

  it('is in no e-mail to a member', async () => {
    const { client } = await openOrganisation();
    await client.org.update({ contact: DESK });
    await client.members.create({ email: freshEmail(), name: 'Ada', role: 'inspector' });
    await runDueJobs(server.context);
    expect(server.post.emails.at(-1)!.text).not.toContain('Service desk');
  });

  it("is in the organisation's own chain as a commitment, once for each change", async () => {
    const { client } = await openOrganisation();
    await client.org.update({ contact: DESK });
    await client.org.update({ contact: { name: 'Service desk', phone: '0800 1234' } });
    await client.org.update({ contact: null });
    const { data } = await client.org.listAudit();
    expect(data.map(({ kind }) => kind)).toEqual(['organisation.changed', 'organisation.changed']);
    expect(JSON.stringify(data)).not.toContain('desk');
    for (const { payload } of data) expect(payload.contact).toMatch(/^[0-9a-f]{64}$/);
  });
});
