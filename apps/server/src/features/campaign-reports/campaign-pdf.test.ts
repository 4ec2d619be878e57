import { verifyReport } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRightEdge, hasPoppler, readText } from '../reports/rendering/testing/read-pdf.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { makeFirstReport } from '../../testing/make-first-report.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const HOSTILE = '#panic("x") #read("/etc/passwd") *b* $x$ ]]} <img src=x> ) Tj ET endobj';

const { seal, root } = createTestSeal();
let server: TestServer;
let campaignId: string;
/** The sessions are a second apart, oldest first; the first two have reports. */
let ids: string[];
beforeAll(async () => {
  server = await startTestServer({}, { seal });
  const { client } = server;
  campaignId = (await client.campaigns.create({ name: HOSTILE, description: HOSTILE })).id;
  ids = [];
  for (const reference of ['SECRET-1', 'SECRET-2', 'SECRET-3']) {
    ids.push((await client.sessions.create({ campaign: campaignId, reference, notes: 'SECRET' })).id);
    server.clock.advance(1_000);
  }
  for (const id of ids.slice(0, 2)) {
    await client.sessions.end(id);
    await makeFirstReport(server.context, server.seed.organisationId, id);
    await client.sessions.setOutcome(id, { outcome: 'accepted', note: 'SECRET' });
  }
});
afterAll(() => server.close());

const download = async (id: string, query = {}) =>
  new Uint8Array(await (await server.client.campaigns.downloadPdf(id, query)).arrayBuffer());

/** A hash breaks over two lines, so the text is read without line breaks. */
const read = (pdf: Uint8Array) => readText(pdf).replaceAll(/\s+/g, '');

/** A4 less 18 mm, in points; a hyphen may hang out. */
const RIGHT_MARGIN = 595.28 - (18 * 72) / 25.4 + 4;

/** The contract's example has this single pixel. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const hashOf = async (id: string) => (await server.client.reports.list(id)).data[0]!.sha256!;

describe('GET /campaigns/{campaign_id}/report.pdf', () => {
  it("200: is sealed as a session's report is, and verifies", async () => {
    const verdict = await verifyReport(await download(campaignId), {
      roots: [root],
      now: server.clock.now(),
    });
    expect(verdict).toMatchObject({
      fault: null,
      signatures: [{ signer: expect.stringContaining('Test seal') as string }],
    });
  });

  it.skipIf(!hasPoppler)('200: lists each session with the hash of the report that is stored', async () => {
    const text = read(await download(campaignId));
    for (const id of ids) expect(text).toContain(id);
    for (const id of ids.slice(0, 2)) expect(text).toContain(await hashOf(id));
    expect(text.match(/Noreportyet/g)).toHaveLength(1);
    expect(text.match(/Accepted/g)).toHaveLength(3);
  });

  it.skipIf(!hasPoppler)('200: counts the sessions by outcome, as the JSON does', async () => {
    const { outcome_counts } = await server.client.campaigns.report(campaignId);
    expect(outcome_counts).toEqual({ accepted: 2, rejected: 0, inconclusive: 0 });
    expect(read(await download(campaignId))).toContain('2Accepted0Rejected0Inconclusive1Nooutcomeyet');
  });

  it.skipIf(!hasPoppler)('200: has its sessions as they came about, the newest last', async () => {
    const listed = [];
    for await (const { id } of server.client.campaigns.listReportedSessions(campaignId)) listed.push(id);
    const text = read(await download(campaignId));
    expect(text.match(new RegExp(ids.join('|'), 'g'))).toEqual(listed.toReversed());
    expect(listed).toEqual(ids.toReversed());
  });

  it.skipIf(!hasPoppler)('200: keeps a name that nothing breaks within its margins', async () => {
    for (const part of ['W', '2026-', '/', 'Щ']) {
      const name = part.repeat(200 / part.length);
      const { id } = await server.client.campaigns.create({ name, description: name });
      expect(findRightEdge(await download(id))).toBeLessThanOrEqual(RIGHT_MARGIN);
    }
  });

  it.skipIf(!hasPoppler)(
    '200: shows a hostile name as text, and no word of a session, which could not be redacted in it',
    async () => {
      const text = read(await download(campaignId));
      expect(text.split(HOSTILE.replaceAll(/\s+/g, '')).length - 1).toBeGreaterThan(1);
      expect(text).not.toMatch(/SECRET|root:/);
    },
  );

  it.skipIf(!hasPoppler)(
    "200: is in the organisation's language, and of the time that is asked for",
    async () => {
      const { organisationId: id } = server.seed;
      const { prisma } = server.context.database;
      await prisma.organisation.update({ where: { id }, data: { locale: 'de' } });
      const second = await server.client.sessions.get(ids[1]!);
      const text = read(await download(campaignId, { created_after: second.created_at }));
      await prisma.organisation.update({ where: { id }, data: { locale: 'en' } });
      expect(text).toContain('Kampagnenbericht');
      expect(ids.map((each) => text.includes(each))).toEqual([false, true, true]);
    },
  );

  it.skipIf(!hasPoppler)('200: names each session by its reference where that is wished for', async () => {
    const named = read(await download(campaignId, { references: true }));
    for (const reference of ['SECRET-1', 'SECRET-2', 'SECRET-3']) expect(named).toContain(reference);
    expect(named.match(/SECRET/g)).toHaveLength(3);
    expect(read(await download(campaignId, { references: false }))).not.toContain('SECRET');
  });

  it.skipIf(!hasPoppler)(
    '200: shows the address of each site and the persons who joined where that is wished for, and not who was only invited',
    async () => {
      const { client } = server;
      const { id: campaign } = await client.campaigns.create({ name: 'named' });
      const { id } = await client.sessions.create({ campaign, site_address: 'Via Torino 12' });
      const ada = { recipient_first_name: 'Ada', recipient_last_name: 'Lovelace' };
      const joined = await joinByLink((await client.participants.create(id, ada)).join_url);
      expect(joined.status).toBe(200);
      await client.participants.create(id, { recipient_first_name: 'Nobody' });
      const named = read(await download(campaign, { persons: true }));
      for (const word of ['ViaTorino12', 'AdaLovelace']) expect(named).toContain(word);
      expect(named).not.toContain('Nobody');
      for (const query of [{}, { references: true }]) {
        expect(read(await download(campaign, query))).not.toMatch(/Torino|Lovelace/);
      }
    },
  );

  it("200: has the organisation's logo", async () => {
    const countImages = async () =>
      Buffer.from(await download(campaignId))
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0;
    expect(await countImages()).toBe(0);
    await server.client.branding.setLogo({ image: LOGO });
    expect(await countImages()).toBe(1);
    await server.client.branding.deleteLogo();
  });

  it('200: is a report without sessions, too', async () => {
    const { id } = await server.client.campaigns.create({ name: 'empty' });
    expect(Buffer.from((await download(id)).subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it('400: has at most 5 000 sessions; with more it names what to narrow', async () => {
    const { organisationId } = server.seed;
    const { id } = await server.client.campaigns.create({ name: 'many' });
    await server.context.database.pool.query(
      `insert into sessions (organisation_id, id, status, operator_email, notes, locale, campaign_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'created', '', '', 'en', $2,
         timestamptz '2026-01-01T00:00:00Z' + n * interval '1 ms', now()
       from generate_series(1, 5001) n`,
      [organisationId, id],
    );
    const reply = await callApi(server, `GET /campaigns/${id}/report.pdf`);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map(({ path }) => path)).toEqual(['query.created_after']);
    const narrow = { created_before: '2026-01-01T00:00:00.100Z' };
    expect(Buffer.from((await download(id, narrow)).subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it("404: another organisation's campaign is like one that is missing", async () => {
    const { apiKey } = await seedOrganisation(server.context);
    expect(outcomeOf(await callApi(server, `GET /campaigns/${campaignId}/report.pdf`, { apiKey }))).toBe(
      '404 not_found',
    );
  });
});
