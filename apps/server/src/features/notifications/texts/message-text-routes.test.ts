import { VERSIONED_ROOT, type LocaleCode, type MessageTextBody } from '@field-inspection/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { createCredential } from '../../../testing/create-credential.ts';
import { freshEmail } from '../../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

type Body = z.input<typeof MessageTextBody>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.emails.length = 0;
  server.post.texts.length = 0;
});
afterAll(() => server.close());

/** An organisation of its own, so that no test sees another's texts. */
const openOrganisation = async () => {
  const { apiKey, organisationId } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const call = (route: string, body: unknown) =>
    callApi(server, route, { root: VERSIONED_ROOT, apiKey, body });
  const invite = async (locale: LocaleCode) => {
    const session = await client.sessions.create({ locale, notes: 'Roof' });
    return client.participants.create(session.id, {
      recipient_first_name: 'Ada',
      recipient_email: freshEmail(),
      send_email: true,
    });
  };
  return {
    client,
    apiKey,
    organisationId,
    invite,
    patch: (body: unknown) => call('PATCH /org/messages', body),
    preview: (body: unknown) => call('POST /org/messages/preview', body),
    set: (body: Body) => client.messages.update(body),
  };
};

const INVITE: Body = {
  kind: 'invite',
  locale: 'de',
  subject: 'Ihr Termin mit {organisation}',
  body: 'Wir möchten Ihr Dach sehen.\n\n{link}\n\n{notes}',
  sms: '{organisation}: Ihr Termin {link}',
};

const send = async () => {
  await runDueJobs(server.context);
  return server.post.emails.splice(0).find(({ text }) => text.includes('/join/'))!;
};

describe('PATCH /org/messages', () => {
  it('200: from then on messages are in the own words; another locale has those of the service', async () => {
    const { set, invite, client } = await openOrganisation();
    const text = await set(INVITE);
    expect(text).toEqual({ ...INVITE, updated_at: server.clock.now().toISOString() });
    expect(await client.messages.get()).toEqual({ data: [text], has_more: false, next_cursor: null });
    expect(await client.messages.get({ locale: 'fr' })).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
    const { join_url } = await invite('de');
    const mail = await send();
    expect(mail.subject).toBe('Ihr Termin mit Acme Inspections');
    expect(mail.text).toMatch(/^Guten Tag Ada,\n\nWir möchten Ihr Dach sehen\.\n\n/);
    expect(mail.text).toContain(`\n${join_url}\n`);
    expect(mail.text).toContain('> Roof');
    expect(mail.html).toContain(`href="${join_url}"`);
    await invite('en');
    expect((await send()).subject).toBe('Acme Inspections invites you to a remote inspection');
  });

  it('200: an SMS, too', async () => {
    const { set, client } = await openOrganisation();
    await set(INVITE);
    for (const [locale, said] of [
      ['de', /^Acme Inspections: Ihr Termin http\S+$/],
      ['en', /^Acme Inspections invites you to a remote inspection\. Join here .*http\S+$/],
    ] as const) {
      const phone = locale === 'de' ? '+393471234561' : '+393471234562';
      await client.org.update({ locale });
      await client.v1.inspections.create({ participant: { phone, channel: 'sms' } });
      await runDueJobs(server.context);
      const texts = server.post.texts.splice(0).map(({ text }) => text);
      expect(texts.filter((text) => text.includes('/join/'))).toEqual([expect.stringMatching(said)]);
    }
  });

  it('200: an SMS of its own says the appointment where there is one, and nothing of it where there is none', async () => {
    const { set, client } = await openOrganisation();
    await set({ kind: 'invite', locale: 'de', sms: '{organisation}. {schedule} {link}' });
    await client.org.update({ locale: 'de', time_zone: 'Europe/Berlin' });
    const inTwoDays = new Date(server.clock.now().getTime() + 172_800_000).toISOString();
    for (const [scheduled_for, said] of [
      [inTwoDays, /^Acme Inspections\. Termin: \d+\. \S+ \d{4}, \d\d:\d\d UTC\+0[12]:00 http\S+$/],
      [null, /^Acme Inspections\. http\S+$/],
    ] as const) {
      const participant = { channel: 'sms', phone: '+393471234563', send_code: false } as const;
      await client.v1.inspections.create({ scheduled_for, participant });
      await runDueJobs(server.context);
      const texts = server.post.texts.splice(0).map(({ text }) => text);
      expect(texts).toEqual([expect.stringMatching(said)]);
    }
  });

  it('200: what waits is sent in the words of when it is sent', async () => {
    const { set, invite } = await openOrganisation();
    await invite('de');
    await set(INVITE);
    expect((await send()).subject).toBe('Ihr Termin mit Acme Inspections');
  });

  it('200: what is left out stays, and null goes back to the words of the service', async () => {
    const { set, client, invite } = await openOrganisation();
    await set(INVITE);
    expect(await set({ kind: 'invite', locale: 'de-AT', subject: 'Neu' })).toMatchObject({
      ...INVITE,
      subject: 'Neu',
    });
    await set({ kind: 'invite', locale: 'de', body: null });
    await invite('de');
    const mail = await send();
    expect(mail.subject).toBe('Neu');
    expect(mail.text).toContain('lädt Sie zu einer Ferninspektion ein');
    await set({ kind: 'invite', locale: 'de', subject: null, sms: null });
    expect(await client.messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('200: changes at once all count, each in its own part', async () => {
    const { set, client } = await openOrganisation();
    const { kind, locale, ...texts } = INVITE;
    await Promise.all(Object.entries(texts).map(([part, text]) => set({ kind, locale, [part]: text })));
    expect((await client.messages.get()).data).toMatchObject([INVITE]);
  });

  it("200: is the organisation's own, and nobody else's", async () => {
    const [mine, other] = [await openOrganisation(), await openOrganisation()];
    await mine.set(INVITE);
    expect(await other.client.messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
    await other.invite('de');
    expect((await send()).subject).toContain('lädt Sie zu einer Ferninspektion ein');
  });

  describe('400: a text with an unknown variable or without its link is refused', () => {
    it.each<[string, Record<string, unknown>, string, string]>([
      ['an unknown variable', { body: '{link}\n{url}' }, 'body.body', 'invalid_text'],
      ['a body without its link', { body: 'Come!' }, 'body.body', 'invalid_text'],
      ['a link within a sentence', { body: 'Come to {link}' }, 'body.body', 'invalid_text'],
      ['an SMS without its link', { sms: 'Come!' }, 'body.sms', 'invalid_text'],
      ['a link in the subject', { subject: '{link}' }, 'body.subject', 'invalid_text'],
      ['a code without its code', { kind: 'otp', body: 'Your code' }, 'body.body', 'invalid_text'],
      [
        'an SMS of a kind that has none',
        { kind: 'member_invitation', sms: '{link}' },
        'body.sms',
        'invalid_text',
      ],
      [
        'a line break in the subject',
        { subject: 'x\r\nBcc: eve@evil.example' },
        'body.subject',
        'invalid_format',
      ],
      ['a line break in the SMS', { sms: '{link}\n@evil.example #1' }, 'body.sms', 'invalid_format'],
      ['a subject of 151 characters', { subject: 'x'.repeat(151) }, 'body.subject', 'too_big'],
      ['a body of 4001 characters', { body: 'x'.repeat(4001) }, 'body.body', 'too_big'],
      ['an SMS of 321 characters', { sms: 'x'.repeat(321) }, 'body.sms', 'too_big'],
      ['a kind that the service keeps', { kind: 'endpoint_disabled' }, 'body.kind', 'invalid_value'],
      ['a locale that there is not', { locale: 'xx' }, 'body.locale', 'invalid_value'],
    ])('%s', async (_, changes, path, code) => {
      const { patch, preview, client } = await openOrganisation();
      for (const call of [patch, preview]) {
        const reply = await call({ kind: 'invite', locale: 'en', ...changes });
        expect(outcomeOf(reply)).toBe('400 validation_error');
        expect(reply.body.errors.map((part) => [part.path, part.code])).toEqual([[path, code]]);
      }
      expect(await client.messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
    });

    it('says which variable is not known, and which there are', async () => {
      const { patch } = await openOrganisation();
      const reply = await patch({ kind: 'invite', locale: 'en', sms: '{link} {name}' });
      expect(reply.body.errors[0]!.message).toBe(
        'has the variable {name}, which is not known here: use {organisation}, {schedule}, {expires}, {link}',
      );
    });
  });

  it('403: needs branding:write, and reading needs branding:read', async () => {
    const { organisationId } = await openOrganisation();
    const { api_key } = await createCredential(server.context, {
      organisationId,
      name: 'reader',
      scopes: ['branding:read'],
      operatorEmail: 'operator@example.com',
    });
    const client = server.clientOf(api_key);
    expect(await client.messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
    await expect(client.messages.update(INVITE)).rejects.toMatchObject({ status: 403 });
    await expect(client.messages.preview(INVITE)).rejects.toMatchObject({ status: 403 });
  });
});

test("each change is in the organisation's own chain: who made it and what, but not the words", async () => {
  const { set, organisationId, client } = await openOrganisation();
  await set(INVITE);
  const { data } = await client.org.listAudit();
  expect(data).toMatchObject([
    {
      kind: 'branding.message_text_updated',
      payload: { message: 'invite', locale: 'de', changed: ['body', 'sms', 'subject'] },
    },
  ]);
  expect(JSON.stringify(data)).not.toContain('Termin');
  expect(organisationId).toBeTruthy();
});

describe('POST /org/messages/preview', () => {
  it('200: shows the texts with sample values, in the brand and the time zone; nothing is saved or sent', async () => {
    const { client } = await openOrganisation();
    await client.org.update({ time_zone: 'Asia/Kathmandu' });
    await client.branding.update({ display_name: 'Nordic', footer: 'Oslo' });
    const shown = await client.messages.preview({
      ...INVITE,
      body: 'Wir möchten Ihr Dach sehen.\n{schedule}\n{link}\n{notes}',
    });
    expect(shown.email.subject).toBe('Ihr Termin mit Nordic');
    expect(shown.email.text).toMatch(/Termin: .* \(Asia\/Kathmandu, UTC\+05:45\)/);
    expect(shown.email.text).toContain('Oslo');
    expect(shown.email.html).toContain('Wir möchten Ihr Dach sehen.');
    expect(shown.sms).toMatchObject({ encoding: 'gsm7', parts: 1 });
    expect(shown.sms!.text).toMatch(/^Nordic: Ihr Termin http/);
    expect(await client.messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
    await runDueJobs(server.context);
    expect([server.post.emails, server.post.texts]).toEqual([[], []]);
  });

  it('200: what is left out is as it is set, and null as the service says it', async () => {
    const { client, set } = await openOrganisation();
    await set(INVITE);
    const shown = await client.messages.preview({ kind: 'invite', locale: 'de', sms: null });
    expect(shown.email.subject).toBe('Ihr Termin mit Acme Inspections');
    expect(shown.sms!.text).toContain('lädt Sie zu einer Ferninspektion ein');
  });

  it('200: says of a kind that is never sent by SMS that it has none', async () => {
    const { client } = await openOrganisation();
    const { sms, email } = await client.messages.preview({ kind: 'reminder_operator_1h', locale: 'el' });
    expect(sms).toBeNull();
    expect(email.text).toContain('Ada Rossi');
  });
});
