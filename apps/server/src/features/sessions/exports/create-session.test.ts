import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (body?: unknown) => callApi(server, 'POST /sessions', { body });
const sessionCount = () => server.context.database.prisma.session.count();

describe('POST /sessions', () => {
  describe('201', () => {
    it('makes a session of no body at all: now, in the locale of the organisation, for the operator of the key', async () => {
      const { status, body } = await post();
      expect(status).toBe(201);
      const now = server.clock.now().toISOString();
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        status: 'created',
        operator_email: 'operator@example.com',
        scheduled_for: null,
        started_at: null,
        ended_at: null,
        notes: '',
        type: '',
        reference: '',
        site_address: '',
        metadata: {},
        shots: [],
        contact: null,
        report_recipients: [],
        locale: 'en',
        consent_state: { camera: 'pending', gps: 'pending' },
        unsent_items: 0,
        campaign: null,
        template: null,
        template_version: null,
        outcome: null,
        report: null,
        on_hold: false,
        redacted_at: null,
        created_at: now,
        updated_at: now,
      });
    });

    it('keeps every field that is given, and gives the same to whoever reads it', async () => {
      const campaign = await server.client.campaigns.create({ name: 'Roofs 2026' });
      const scheduled_for = new Date(server.clock.now().getTime() + 7_200_000).toISOString();
      const notes = 'Dach, Nordseite 🏠\n"quoted" <b>\u2028';
      const created = await server.client.sessions.create({
        notes,
        scheduled_for,
        locale: 'de',
        campaign: campaign.id,
      });
      expect(created).toMatchObject({ notes, scheduled_for, locale: 'de', campaign: campaign.id });
      expect(await server.client.sessions.get(created.id)).toEqual(created);
    });

    it.each([
      ['scheduled_for', null],
      ['campaign', null],
      ['template', null],
    ])('takes null as absent for %s', async (field, value) => {
      const { status, body } = await post({ [field]: value });
      expect([status, body[field]]).toEqual([201, null]);
    });

    it('shows a time of any offset in UTC', async () => {
      const { body } = await post({ scheduled_for: '2100-06-01T12:00:00+02:00' });
      expect(body.scheduled_for).toBe('2100-06-01T10:00:00.000Z');
    });

    it.each(LOCALES)('takes the locale %s', async (locale) => {
      expect((await post({ locale })).body.locale).toBe(locale);
    });

    it.each([
      ['pt-BR', 'pt'],
      ['de-CH-1996', 'de'],
      ['EN-us', 'en'],
    ])('takes the variant %s as %s', async (variant, locale) => {
      expect((await post({ locale: variant })).body.locale).toBe(locale);
    });

    it('takes the locale of the organisation where none is given', async () => {
      const greek = await seedOrganisation(server.context);
      await server.context.database.prisma.organisation.update({
        where: { id: greek.organisationId },
        data: { locale: 'el' },
      });
      expect((await server.clientOf(greek.apiKey).sessions.create({})).locale).toBe('el');
      expect((await server.clientOf(greek.apiKey).sessions.create({ locale: 'sv' })).locale).toBe('sv');
    });

    it('takes notes of 4 000 characters, counted as code points', async () => {
      const notes = '🏠'.repeat(4_000);
      expect((await post({ notes })).body.notes).toBe(notes);
    });
  });

  describe('400', () => {
    it.each([
      ['an unsupported locale', { locale: 'ja' }, 'body.locale'],
      ['a locale that is none', { locale: 'english' }, 'body.locale'],
      ['notes of 4 001 characters', { notes: 'x'.repeat(4_001) }, 'body.notes'],
      ['a local time without an offset', { scheduled_for: '2100-06-01T12:00:00' }, 'body.scheduled_for'],
      ['a day that is none', { scheduled_for: '2100-02-30T12:00:00Z' }, 'body.scheduled_for'],
      ['a time of the past', { scheduled_for: '2020-01-01T00:00:00Z' }, 'body.scheduled_for'],
      ['a campaign that is no id', { campaign: 'roofs' }, 'body.campaign'],
      ['a campaign that is missing', { campaign: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' }, 'body.campaign'],
      ['a template that is no id', { template: 'roofs' }, 'body.template'],
      ['a template that is missing', { template: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' }, 'body.template'],
      ['a field that the server sets', { status: 'open' }, 'body.status'],
    ])('refuses %s by name, and makes nothing', async (_, body, path) => {
      const before = await sessionCount();
      const reply = await post(body);
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
      expect(await sessionCount()).toBe(before);
    });

    it('refuses now itself as a plan, and takes the next millisecond', async () => {
      const now = server.clock.now().getTime();
      expect(outcomeOf(await post({ scheduled_for: new Date(now).toISOString() }))).toBe(
        '400 validation_error',
      );
      expect((await post({ scheduled_for: new Date(now + 1).toISOString() })).status).toBe(201);
    });

    it("refuses another organisation's campaign like one that is missing", async () => {
      const other = await seedOrganisation(server.context);
      const foreign = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs' });
      const reply = await post({ campaign: foreign.id });
      const missing = await post({ campaign: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' });
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.detail).toBe(missing.body.detail);
    });

    it('names every part that is wrong at once', async () => {
      const reply = await post({ notes: 1, locale: 'ja', extra: true });
      expect(reply.body.errors.map(({ path }) => path).sort()).toEqual([
        'body.extra',
        'body.locale',
        'body.notes',
      ]);
    });
  });

  it('sends session.created with the session as it was, and enqueues what it waits for', async () => {
    const { database } = server.context;
    const scheduled_for = new Date(server.clock.now().getTime() + 48 * 3_600_000).toISOString();
    const session = await server.client.sessions.create({ scheduled_for });
    const events = await database.prisma.event.findMany({ where: { session_id: session.id } });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'session.created', data: session },
    ]);
    const { rows } = await database.pool.query<{ key: string; run_at: Date }>(
      'select key, run_at from graphile_worker._private_jobs where key like $1 order by run_at',
      [`%${session.id}%`],
    );
    const at = (hours: number) => new Date(Date.parse(scheduled_for) + hours * 3_600_000);
    expect(rows).toEqual([
      { key: `remind-session:${session.id}:24h`, run_at: at(-24) },
      { key: `remind-session:${session.id}:1h`, run_at: at(-1) },
      { key: `expire-session:${session.id}`, run_at: at(24) },
    ]);
  });
});
