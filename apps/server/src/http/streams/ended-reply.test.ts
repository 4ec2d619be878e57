import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameContent } from '../../platform/object-store/object-key.ts';
import { addMember } from '../../testing/add-member.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { readSlowly } from '../../testing/read-slowly.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let campaignId: string;
let recordingUrl: string;

/** More than the buffers of both sides of a loopback connection. */
const ROWS = 2_000;
const FILE_BYTES = 24 * 1024 * 1024;

beforeAll(async () => {
  server = await startTestServer();
  campaignId = (await server.client.campaigns.create({ name: 'Roofs' })).id;
  // These ids come before the service's own: later rows are behind them in an export.
  await server.context.database.pool.query(
    `insert into sessions (organisation_id, id, status, operator_email, notes, locale, campaign_id, created_at, updated_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'created', '', repeat('屋', 4000), 'en', $2,
       now() - n * interval '1 ms', now()
     from generate_series(1, ${ROWS}) n`,
    [server.seed.organisationId, campaignId],
  );
  recordingUrl = await storeLargeFile();
  // The last org_admin can't be disabled.
  await openMember();
});
afterAll(() => server.close());

const storeLargeFile = async (): Promise<string> => {
  const device = await openUploader(server).joinWithConsent();
  const photo = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  const id = photo.body['id'] as string;
  const bytes = Buffer.alloc(FILE_BYTES, 'x');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const owner = { organisationId: server.seed.organisationId, ownerId: id };
  await server.context.objects.put(nameContent(owner, sha256), bytes);
  await changeHeld(id, { sha256, received_sha256: sha256, byte_size: FILE_BYTES });
  return `/v1/evidence/${device.sessionId}/files/${id}`;
};

/** The trigger is off that holds the hash, the size and the kind of evidence. */
const changeHeld = async (id: string, data: Prisma.EvidenceUpdateManyMutationInput): Promise<void> => {
  const { pool, prisma } = server.context.database;
  await pool.query('alter table evidence disable trigger user');
  await prisma.evidence.updateMany({ where: { id }, data });
  await pool.query('alter table evidence enable trigger user');
};

type Reader = { apiKey: string; credentialId: string; memberId: string | null };

const openReader = async (memberId: string | null = null): Promise<Reader> => {
  const { id: credentialId, api_key: apiKey } = await createCredential(server.context, {
    organisationId: server.seed.organisationId,
    name: '',
    scopes: [...SCOPES],
    operatorEmail: 'reader@example.com',
    memberId,
  });
  return { apiKey, credentialId, memberId };
};
const openMember = async (): Promise<Reader> => {
  const { id } = await addMember(server.context, {
    organisationId: server.seed.organisationId,
    name: 'Ada',
    email: `${randomUUID()}@example.com`,
    role: 'org_admin',
    locale: 'en',
  });
  return openReader(id);
};

const PATHS = {
  'the export of an organisation': () => '/v1/org/export',
  'the CSV of a campaign': () => `/api/v1/public/campaigns/${campaignId}/report.csv`,
  'a file of the evidence': () => recordingUrl,
};
const read = (name: keyof typeof PATHS, { apiKey }: Reader) =>
  readSlowly(server.baseUrl + PATHS[name](), apiKey);

const ENDS: [string, () => Promise<Reader>, (reader: Reader) => Promise<unknown>][] = [
  ['its key is revoked', openReader, ({ credentialId }) => server.client.credentials.revoke(credentialId)],
  [
    'its member is disabled',
    openMember,
    ({ memberId }) => server.client.members.update(memberId!, { status: 'disabled' }),
  ],
  [
    'its key is bound to other networks',
    openReader,
    ({ credentialId }) =>
      server.client.credentials.update(credentialId, { allowed_networks: ['192.0.2.0/24'] }),
  ],
  [
    'its key has lost the scopes',
    openReader,
    ({ credentialId: id }) =>
      server.context.database.prisma.credential.updateMany({
        where: { id },
        data: { scopes: ['sessions:write'] },
      }),
  ],
];

describe.each(ENDS)('once %s, a reply that is under way is broken off', (_, open, end) => {
  it('the export of an organisation: without its last line, and without a row that was written since', async () => {
    const reader = await open();
    const { status, finish } = await read('the export of an organisation', reader);
    await end(reader);
    const notes = `since ${randomUUID()}`;
    await server.client.sessions.create({ notes });
    const { text, isWhole } = await finish();
    expect([status, isWhole]).toEqual([200, false]);
    expect(text).not.toContain('{"type":"end"}');
    expect(text).not.toContain(notes);
  });

  it('the CSV of a campaign', async () => {
    const reader = await open();
    const { status, finish } = await read('the CSV of a campaign', reader);
    await end(reader);
    const { text, isWhole } = await finish();
    expect([status, isWhole]).toEqual([200, false]);
    expect(text.split('\r\n').length).toBeLessThan(ROWS);
  });
});

/** Longer than it takes to look at a right again. */
const LOOKED_MS = 3_500;

// Side by side, since each waits until the service looks again.
it.concurrent.each(ENDS)(
  'once %s, a file is broken off within seconds, however slowly it is read',
  async (_, open, end) => {
    const reader = await open();
    const { status, finish } = await read('a file of the evidence', reader);
    await end(reader);
    await sleep(LOOKED_MS);
    const { text, isWhole } = await finish();
    expect([status, isWhole]).toEqual([200, false]);
    expect(text.length).toBeLessThan(FILE_BYTES);
  },
);

it('an export is broken off once the role of its member lacks org:export', async () => {
  const reader = await openMember();
  const { finish } = await read('the export of an organisation', reader);
  await server.client.members.update(reader.memberId!, { role: 'inspector' });
  const { text, isWhole } = await finish();
  expect([isWhole, text.includes('{"type":"end"}')]).toEqual([false, false]);
});

it('a recording is broken off once the key has lost recordings:read, though the route takes evidence:read', async () => {
  const { prisma } = server.context.database;
  const id = recordingUrl.split('/').at(-1)!;
  await changeHeld(id, { kind: 'recording' });
  const reader = await openReader();
  const { status, finish } = await read('a file of the evidence', reader);
  const scopes = SCOPES.filter((scope) => scope !== 'recordings:read');
  await prisma.credential.updateMany({ where: { id: reader.credentialId }, data: { scopes } });
  await sleep(LOOKED_MS);
  expect([status, (await finish()).isWhole]).toEqual([200, false]);
  await changeHeld(id, { kind: 'photo' });
});

it.concurrent.each(Object.keys(PATHS) as (keyof typeof PATHS)[])(
  '%s comes whole to a reader who is as slow, and whose right holds',
  async (name) => {
    const { finish } = await read(name, await openMember());
    await sleep(LOOKED_MS);
    expect((await finish()).isWhole).toBe(true);
  },
);
