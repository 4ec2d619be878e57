import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { makeFirstReport } from '../../testing/make-first-report.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { writeCampaignCsv } from './write-campaign-csv.ts';
import { setSessionStatus } from '../../testing/set-session-status.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let campaignId: string;
/** The sessions are a second apart, oldest first: created, open, closed with a report, closed. */
let ids: string[];
let firstAt: string;

beforeAll(async () => {
  server = await startTestServer();
  const { client } = server;
  campaignId = (await client.campaigns.create({ name: 'Roofs 2026' })).id;
  firstAt = server.clock.now().toISOString();
  ids = [];
  for (const reference of ['R1', 'R2', 'R3', 'R4']) {
    ids.push((await client.sessions.create({ campaign: campaignId, reference })).id);
    server.clock.advance(1_000);
  }
  await client.sessions.create();
  const other = await client.campaigns.create({ name: 'Cellars' });
  await client.sessions.create({ campaign: other.id });
  await setSessionStatus(server, ids[1]!, 'open');
  for (const id of ids.slice(2)) await client.sessions.end(id);
  await makeFirstReport(server.context, server.seed.organisationId, ids[2]!);
  await client.sessions.setOutcome(ids[2]!, { outcome: 'rejected', note: '=wet' });
});
afterAll(() => server.close());

describe('GET /campaigns/{campaign_id}/report', () => {
  it('200: counts its own sessions by status, and says when the first and the last were created', async () => {
    expect(await server.client.campaigns.report(campaignId)).toEqual({
      campaign: campaignId,
      session_count: 4,
      status_counts: { created: 1, open: 1, recording: 0, closed: 2, expired: 0 },
      outcome_counts: { accepted: 0, rejected: 1, inconclusive: 0 },
      first_created_at: firstAt,
      last_created_at: new Date(Date.parse(firstAt) + 3_000).toISOString(),
    });
  });

  it('200: is all zeros without sessions, and has no dates', async () => {
    const { id } = await server.client.campaigns.create({ name: 'empty' });
    expect(await server.client.campaigns.report(id)).toMatchObject({
      session_count: 0,
      status_counts: { created: 0, open: 0, recording: 0, closed: 0, expired: 0 },
      first_created_at: null,
      last_created_at: null,
    });
    expect((await server.client.campaigns.listReportedSessions(id)).data).toEqual([]);
  });
});

describe('GET /campaigns/{campaign_id}/report/sessions', () => {
  it('200: gives each session once, newest first, page by page', async () => {
    const seen: string[] = [];
    for await (const { id } of server.client.campaigns.listReportedSessions(campaignId, { limit: 3 }))
      seen.push(id);
    expect(seen).toEqual(ids.toReversed());
  });

  it('200: shows the head of a frozen chain and the newest report, whose link opens without a credential', async () => {
    const { data } = await server.client.campaigns.listReportedSessions(campaignId);
    const [unfrozen, reported, live] = data;
    expect(unfrozen).toMatchObject({
      reference: 'R4',
      status: 'closed',
      audit_chain_hash: null,
      report: null,
    });
    expect(live).toMatchObject({ reference: 'R2', status: 'open', audit_chain_hash: null, report: null });
    const evidence = await server.client.evidence.get(ids[2]!);
    const newest = (await server.client.reports.list(ids[2]!)).data[0]!;
    const { id, locale, sha256, byte_size, ready_at } = newest;
    expect(reported).toMatchObject({
      reference: 'R3',
      outcome: { outcome: 'rejected', note: '=wet' },
      audit_chain_hash: evidence.audit_chain_hash,
      report: { id, locale, sha256, byte_size, ready_at },
    });
    const opened = await fetch(reported!.report!.pdf_url!);
    expect([opened.status, (await opened.arrayBuffer()).byteLength]).toEqual([200, byte_size]);
    server.clock.advance(15 * 60_000 + 1_000);
    expect((await fetch(reported!.report!.pdf_url!)).status).toBe(410);
  });

  it('200: keeps the hash of a report whose bytes were erased, without a link', async () => {
    const { prisma } = server.context.database;
    const where = { session_id: ids[2]! };
    await prisma.report.updateMany({ where, data: { erased_at: server.clock.now() } });
    const { data } = await server.client.campaigns.listReportedSessions(campaignId);
    await prisma.report.updateMany({ where, data: { erased_at: null } });
    expect(data[1]!.report).toMatchObject({ sha256: expect.any(String) as string, pdf_url: null });
  });

  it('403: needs evidence:read, since its links open reports; the counts need campaigns:read alone', async () => {
    const { api_key: apiKey } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: 'counts',
      scopes: ['campaigns:read'],
      operatorEmail: 'operator@example.com',
    });
    const counts = await callApi(server, `GET /campaigns/${campaignId}/report`, { apiKey });
    const links = await callApi(server, `GET /campaigns/${campaignId}/report/sessions`, { apiKey });
    expect([counts, links].map(outcomeOf)).toEqual(['200', '403 permission_denied']);
  });
});

describe('GET /campaigns/{campaign_id}/report.csv', () => {
  const download = async (id: string) => {
    const response = await server.client.campaigns.downloadCsv(id);
    // text() would take the byte order mark away.
    const text = Buffer.from(await response.arrayBuffer()).toString();
    return { response, text };
  };

  it.each([',', ';', '\t'] as const)(
    '200: delimiter=%j stands between the cells, and the cells are the same',
    async (delimiter) => {
      const response = await server.client.campaigns.downloadCsv(campaignId, { delimiter });
      const cellsOf = (table: string, mark: string) =>
        table.split('\r\n').map((line) => line.split(`"${mark}"`));
      const plain = cellsOf((await download(campaignId)).text, ',');
      const cells = cellsOf(Buffer.from(await response.arrayBuffer()).toString(), delimiter);
      expect(cells).toEqual(plain);
      expect(cells[0]!.length).toBeGreaterThan(10);
    },
  );

  it.each(['|', '', ';;', 'semicolon'])('400: delimiter=%j is none', async (delimiter) => {
    const path = `GET /campaigns/${campaignId}/report.csv?delimiter=${encodeURIComponent(delimiter)}`;
    expect(outcomeOf(await callApi(server, path))).toBe('400 validation_error');
  });

  it('200: has a line a session, newest first, with the head of its chain and the hash of its report', async () => {
    const { response, text } = await download(campaignId);
    const [head, ...lines] = text.split('\r\n').map((line) => line.split(','));
    expect(head![0]).toBe('\uFEFF"session"');
    expect(lines.map(([id]) => id)).toEqual([...ids.toReversed().map((id) => `"${id}"`), '']);
    const report = (await server.client.reports.list(ids[2]!)).data[0]!;
    const { audit_chain_hash } = await server.client.evidence.get(ids[2]!);
    expect(lines[1]).toEqual(
      expect.arrayContaining([
        `"${report.sha256}"`,
        `"${audit_chain_hash}"`,
        `"${report.id}"`,
        '"R3"',
        '"rejected"',
        `"'=wet"`,
      ]),
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it("200: is named by the campaign's id, and holds no formula, whatever people wrote", async () => {
    const { client } = server;
    const { id } = await client.campaigns.create({ name: '"; filename="evil.exe' });
    await client.sessions.create({ campaign: id, reference: '=1+1', type: '＠x', notes: '\t-2";=2' });
    const { response, text } = await download(id);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="campaign-${id}.csv"`);
    expect(text).toContain(`,"'＠x","'=1+1","'\t'-2"";'=2",`);
  });

  it('200: is read a page of 100 at a time, and no further than its reader has come', async () => {
    const { organisationId } = server.seed;
    const { id: campaign } = await server.client.campaigns.create({ name: 'many' });
    await server.context.database.pool.query(
      `insert into sessions (organisation_id, id, status, operator_email, notes, locale, campaign_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'created', '', repeat('x', 4000), 'en', $2, now() + n * interval '1 ms', now()
       from generate_series(1, 1050) n`,
      [organisationId, campaign],
    );
    let statements = 0;
    const { prisma } = server.context.database;
    const $queryRaw = (...given: unknown[]): unknown => {
      statements += 1;
      return (prisma.$queryRaw as (...parts: unknown[]) => unknown)(...given);
    };
    const counted = { $queryRaw, campaign: prisma.campaign } as never;
    const database = { ...server.context.database, prisma: counted };
    const csv = await writeCampaignCsv(
      { ...server.context, database },
      { organisationId, campaignId: campaign },
    );
    const chunks = csv[Symbol.asyncIterator]();
    let text = String((await chunks.next()).value);
    // A further statement takes a round trip: this waits for as long.
    await prisma.$queryRaw`select 1`;
    expect(statements).toBeLessThan(4);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += String(next.value);
    expect(text.split('\r\n')).toHaveLength(1 + 1_050 + 1);
    expect(statements).toBe(11);
  });
});

it("404: another organisation's campaign is like one that is missing", async () => {
  const { apiKey } = await seedOrganisation(server.context);
  for (const id of [campaignId, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01']) {
    for (const path of ['report', 'report/sessions', 'report.csv'])
      expect(outcomeOf(await callApi(server, `GET /campaigns/${id}/${path}`, { apiKey }))).toBe(
        '404 not_found',
      );
  }
});
