import { readFile } from 'node:fs/promises';
import { verifyEvidence } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeal } from '../../platform/seal/create-seal.ts';
import { createLogger } from '../../platform/logger.ts';
import { copyRecordings } from '../../testing/copy-recordings.ts';
import { createTestPerson } from '../../testing/create-test-seal.ts';
import { endSession, inspectHouse, WRITTEN } from '../../testing/inspect-house.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTimestampAuthority } from '../../testing/start-timestamp-authority.ts';
import type { TestServer } from '../../testing/start-test-server.ts';
import { startWebhookServer, type WebhookServer } from '../../testing/start-webhook-receiver.ts';
import { dumpEverything, unfold, type Kept } from './testing/dump-everything.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.lovelace@example.org', phone: '+393471234567' };
const WAITING = 'other.lovelace@example.org';
const CLAIM = 'policy holder Byron';
const SIGNAL = 'v=0 o=lovelace 192.0.2.77';
const ANSWER = 'thank you, Mrs Lovelace of 12 St James Square';
const HOLD = 'Byron sues';
const OUTCOME = 'nobody opened at 12 St James Square';
const MORE = 'the shed behind the house of Mr Byron, please';
const SUBJECT = 'Augusta Ada King';
/** The writer encoded this text against a casual look. */
const ENCODED = 'Byron keeps two large dogs';

const PLANTS = {
  notes: 'Leak under the ridge',
  reference: WRITTEN.reference,
  type: WRITTEN.type,
  'first name': '"Ada"',
  'last name': 'Lovelace',
  slot: `"${WRITTEN.slot}"`,
  title: WRITTEN.title,
  statement: WRITTEN.statement,
  'e-mail': ADA.email,
  phone: ADA.phone,
  metadata: CLAIM,
  'metadata in base64': ENCODED,
  'outcome note': OUTCOME,
  'what was asked for once more': MORE,
  'subject of a certificate': SUBJECT,
  'reason of a hold': HOLD,
  latitude: '454642000',
  longitude: '91900000',
  'latitude of an event': '45.4642',
  'what a receiver answered': ANSWER,
  'what a device said in the room': SIGNAL,
};

const lines: string[] = [];
const signer = createTestPerson('P-256', SUBJECT);
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;
let server: WebhookServer;
beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startWebhookServer(
    { TSA_URLS: authority.url },
    {
      demoSigner: createSeal({ key: signer.key, certificates: signer.certificates, demo: true }),
      decoding: copyRecordings(),
      log: createLogger('trace', { write: (line) => void lines.push(line) }),
    },
  );
});
afterAll(async () => {
  await server.close();
  await authority.close();
});

/** The inspection holds everything that can tell of a person. */
const inspect = async (tenant: TestServer) => {
  const { client, context } = tenant;
  const receiver = await server.openReceiver();
  await client.webhookEndpoints.create({ url: receiver.url });
  receiver.answer(() => ({ status: 500, body: ANSWER }));
  const { sessionId } = await inspectHouse(tenant);
  await client.sessions.update(sessionId, {
    metadata: { claim: CLAIM, note: Buffer.from(ENCODED).toString('base64') },
  });
  const invite = await client.participants.create(sessionId, {
    recipient_last_name: 'Lovelace',
    recipient_email: ADA.email,
    recipient_phone: ADA.phone,
  });
  await client.v1.inspections.requestMore(sessionId, { message: MORE });
  await client.sessions.hold(sessionId, { reason: HOLD });
  await endSession(tenant, sessionId);
  await client.sessions.setOutcome(sessionId, { outcome: 'rejected', note: OUTCOME });
  const asked = await client.signatures.request(sessionId, { signer: ADA, level: 'SES', send_link: true });
  await runDueJobs(context);
  const page = await openSigningDevice(tenant, asked).enter();
  expect((await page.sign()).body).toMatchObject({ status: 'signed' });
  await client.signatures.request(sessionId, {
    signer: { ...ADA, email: WAITING },
    level: 'SES',
    send_link: true,
  });
  await context.database.prisma.mediaSignal.create({
    data: { room: sessionId, event: SIGNAL, created_at: context.clock.now() },
  });
  await client.sessions.release(sessionId);
  receiver.answer(() => ({ status: 204 }));
  const [, token] = invite.join_url.split('#');
  return { sessionId, receiver, token: token! };
};

const bundleOf = async (tenant: TestServer, sessionId: string): Promise<Uint8Array> =>
  new Uint8Array(await (await tenant.client.evidence.downloadBundle(sessionId)).arrayBuffer());

const findPlants = (kept: Kept[], plants: Record<string, string | Buffer>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(plants).flatMap(([name, plant]) => {
      const found = kept.find(({ bytes }) => bytes.includes(plant));
      return found ? [[name, found.source] as const] : [];
    }),
  );

/** Values reach the test by ways such as decoding: this is the last way at each source, empty for a value in clear. */
const listWays = (kept: Kept[], plant: string): string[] => [
  ...new Set(kept.filter(({ bytes }) => bytes.includes(plant)).map(({ ways }) => ways.at(-1) ?? '')),
];

/** The dump can't open the key of these values. */
const listForeignKeys = (kept: Kept[]): string[] =>
  kept.flatMap(({ source, bytes }) =>
    [...bytes.toString('latin1').matchAll(/"v1\.([\w-]+)\.[\w-]{38,}"/g)]
      .filter(([, key]) => key !== 'test')
      .map(([, key]) => `${source}: ${key}`),
  );

/** A piece from the middle of each picture, drawing and recording of a session: no other file has it. */
const listPictures = async (sessionId: string): Promise<Record<string, Buffer>> => {
  const { prisma } = server.context.database;
  const evidence = await prisma.evidence.findMany({
    where: { session_id: sessionId, sha256: { not: null } },
    include: { derivatives: true },
  });
  const keys = evidence.flatMap((row) =>
    [row.sha256, ...row.derivatives.map(({ sha256 }) => sha256)].map(
      (sha256) => `${row.organisation_id}/${row.id}/${sha256}`,
    ),
  );
  const pictures = await Promise.all(
    keys.map((key) =>
      server.context.objects.lendFile(key, async ({ path }) => {
        const bytes = await readFile(path);
        return [key, bytes.subarray(bytes.length / 2, bytes.length / 2 + 40)] as const;
      }),
    ),
  );
  return Object.fromEntries(pictures);
};

describe('a session that was redacted', () => {
  it('has left nothing of a person in any table, file, log line or job, while another organisation’s same values stay', async () => {
    const stranger = await seedOrganisation(server.context);
    const other: TestServer = { ...server, seed: stranger, client: server.clientOf(stranger.apiKey) };
    const theirs = await inspect(other);
    const { sessionId, receiver, token } = await inspect(server);
    const mine = { except: [stranger.organisationId, theirs.sessionId] };
    const others = { except: [server.seed.organisationId, sessionId] };
    const pictures = await listPictures(sessionId);
    const plants = { ...PLANTS, ...pictures, 'token of a link': token };
    expect(Object.keys(pictures).length).toBeGreaterThan(10);

    const before = await dumpEverything(server, mine);
    expect(Object.keys(findPlants(before, plants))).toEqual(Object.keys(plants));
    // These plants are nowhere in clear: if their ways were not followed, nothing would be found afterwards, either.
    expect(listWays(before, token)).toEqual(['sealed']);
    expect(listWays(before, ENCODED)).toContain('base64');
    expect(listWays(before, ENCODED)).not.toContain('');
    expect(listWays(before, WRITTEN.notes)).toContain('quoted');
    // The operator BT of a PDF's page draws a report's words.
    expect(listWays(before, '\nBT\n')).toEqual(['pdf']);
    expect(listForeignKeys(before)).toEqual([]);
    const kept = findPlants(await dumpEverything(server, others), PLANTS);
    expect(Object.keys(kept)).toEqual(Object.keys(PLANTS));
    const bundled = unfold(Buffer.from(await bundleOf(server, sessionId)));
    expect(
      findPlants(
        bundled.map((each) => ({ source: 'bundle', ...each })),
        PLANTS,
      ),
    ).toMatchObject({
      notes: 'bundle',
      'e-mail': 'bundle',
    });
    expect([
      ...new Set(bundled.filter(({ bytes }) => bytes.includes(ADA.email)).map(({ ways }) => ways[0])),
    ]).toEqual(['zip']);

    const told = receiver.deliveries.length;
    const redacted = await server.client.sessions.redact(sessionId);
    expect(redacted).toMatchObject({ notes: '', type: '', reference: '', site_address: '', metadata: {} });
    await runDueJobs(server.context);
    server.clock.advance(61_000);
    await runDueJobs(server.context);

    // Only the events of its end are sent, and none of its waiting events.
    expect(
      receiver.deliveries.slice(told).map(({ body }) => (JSON.parse(body) as { type: string }).type),
    ).toEqual(['session.redacted']);

    const { data: signatures } = await server.client.signatures.list(sessionId);
    expect(signatures.map(({ status }) => status).sort()).toEqual(['cancelled', 'signed']);
    // The other organisation's e-mail is the only one.
    expect(server.post.emails.filter(({ to }) => to === WAITING)).toHaveLength(1);

    const after = await dumpEverything(server, mine);
    expect(findPlants(after, plants)).toEqual({});
    expect(after.filter(({ bytes }) => bytes.includes('%PDF-'))).toEqual([]);
    expect(findPlants([{ source: 'log', ways: [], bytes: Buffer.from(lines.join('')) }], PLANTS)).toEqual({});
    expect(Object.keys(findPlants(await dumpEverything(server, others), PLANTS))).toEqual(
      Object.keys(PLANTS),
    );
    expect(await server.client.sessions.get(sessionId)).toMatchObject({
      redacted_at: redacted.redacted_at,
      status: 'closed',
    });

    const bundle = await bundleOf(server, sessionId);
    const left = unfold(Buffer.from(bundle)).map((each) => ({ source: 'bundle', ...each }));
    expect(findPlants(left, plants)).toEqual({});
    const verdict = await verifyEvidence(bundle, { roots: [authority.root], now: server.clock.now() });
    expect(verdict).toMatchObject({ verdict: 'verified', fault: null });
    expect(verdict.withheld).toBeGreaterThan(5);
    expect(verdict.redacted).toBeGreaterThan(5);
    const whole = await verifyEvidence(await bundleOf(other, theirs.sessionId), {
      roots: [authority.root],
      now: server.clock.now(),
    });
    expect(whole).toMatchObject({ verdict: 'verified', withheld: 0 });
  });
});

it('the statistics of the database hold nothing of what people wrote, since no redaction reaches them', async () => {
  // A day on, the limits of messages to a person are free again.
  server.clock.advance(86_400_000);
  await inspect(server);
  const { pool } = server.context.database;
  await pool.query('analyze');
  const { rows } = await pool.query<{ source: string; kept: string }>(`
    select tablename || '.' || attname as source,
      concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) as kept
    from pg_stats
    where schemaname = 'public'
  `);
  expect(rows.some(({ source, kept }) => source === 'sessions.locale' && kept !== '')).toBe(true);
  const kept = rows.map(({ source, kept: values }): Kept => ({
    source,
    ways: [],
    bytes: Buffer.from(values),
  }));
  expect(findPlants(kept, PLANTS)).toEqual({});
});
