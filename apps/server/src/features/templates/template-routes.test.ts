import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ROOF = { slot: 'roof', label: { en: 'The roof', de: 'Das Dach' } };
const METER = { slot: 'meter', label: { en: 'The meter' }, required: false };
const [ROOF_SHOWN, METER_SHOWN] = [
  { ...ROOF, required: true, hint: {} },
  { ...METER, hint: {} },
];

const post = (body?: unknown) => callApi(server, 'POST /templates', { body });
const makeTemplate = async (more: object = {}) =>
  (await server.client.templates.create({ name: 'Roof', ...more })).id;

describe('POST /templates', () => {
  it('201: keeps what it says as version 1, and gives the same to whoever reads it', async () => {
    const { status, body } = await post({ name: 'Dach 🏠', type: 'roof', shots: [ROOF, METER] });
    const now = server.clock.now().toISOString();
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        version: 1,
        name: 'Dach 🏠',
        type: 'roof',
        shots: [ROOF_SHOWN, METER_SHOWN],
        archived: false,
        created_at: now,
        updated_at: now,
      },
    ]);
    expect(await server.client.templates.get(body.id)).toEqual(body);
  });

  it.each([
    ['no body', undefined, 'body'],
    ['an empty name', { name: '' }, 'body.name'],
    ['an unknown field', { name: 'x', version: 2 }, 'body.version'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const reply = await post(body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

describe('PATCH /templates/{template_id}', () => {
  it('200: makes the next version of what differs; every version stays as it was written', async () => {
    const { client, clock } = server;
    const id = await makeTemplate({ type: 'roof', shots: [ROOF] });
    const first = await client.templates.get(id);
    clock.advance(1_000);
    const second = await client.templates.update(id, { shots: [METER] });
    expect(second).toEqual({
      ...first,
      version: 2,
      shots: [METER_SHOWN],
      updated_at: clock.now().toISOString(),
    });
    expect(await client.templates.get(id)).toEqual(second);
    expect(await client.templates.get(id, { version: 1 })).toEqual(first);
    const gone = await callApi(server, `GET /templates/${id}?version=3`);
    expect(outcomeOf(gone)).toBe('404 not_found');
  });

  it('200: the same words again make no version', async () => {
    const id = await makeTemplate({ shots: [ROOF] });
    const before = await server.client.templates.get(id);
    server.clock.advance(1_000);
    expect(await server.client.templates.update(id, { name: 'Roof', shots: [ROOF] })).toEqual(before);
    expect(await server.client.templates.update(id, {})).toEqual(before);
  });

  it('412: under the ETag of a version that is not the newest, and makes nothing', async () => {
    const id = await makeTemplate();
    const { headers } = await callApi(server, `GET /templates/${id}`);
    expect(headers.get('etag')).toBe('"1"');
    const patch = (name: string) =>
      callApi(server, `PATCH /templates/${id}`, { body: { name }, headers: { 'if-match': '"1"' } });
    expect((await patch('mine')).headers.get('etag')).toBe('"2"');
    expect(outcomeOf(await patch('theirs'))).toBe('412 precondition_failed');
    expect(await server.client.templates.get(id)).toMatchObject({ version: 2, name: 'mine' });
  });

  it('two changes at once make two versions, each of all that was there before it', async () => {
    const id = await makeTemplate();
    await Promise.all([
      server.client.templates.update(id, { type: 'roof' }),
      server.client.templates.update(id, { shots: [ROOF] }),
    ]);
    expect(await server.client.templates.get(id)).toMatchObject({
      version: 3,
      type: 'roof',
      shots: [ROOF_SHOWN],
    });
  });

  it("404: reads and changes nothing of another organisation's", async () => {
    const other = server.clientOf((await seedOrganisation(server.context)).apiKey);
    const { id } = await other.templates.create({ name: 'theirs' });
    const outcomes = [
      await callApi(server, `GET /templates/${id}`),
      await callApi(server, `PATCH /templates/${id}`, { body: { name: 'mine' } }),
      await callApi(server, 'GET /templates/roofs'),
    ];
    expect(outcomes.map(outcomeOf)).toEqual(Array(3).fill('404 not_found'));
    expect((await other.templates.get(id)).name).toBe('theirs');
    const reply = await callApi(server, 'POST /sessions', { body: { template: id } });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'body.template' }] } });
  });
});

describe('GET /templates', () => {
  it('200: page by page, newest first, without what is archived, which is a list of its own', async () => {
    const client = server.clientOf((await seedOrganisation(server.context)).apiKey);
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third', 'fourth']) {
      server.clock.advance(1);
      ids.push((await client.templates.create({ name })).id);
    }
    await client.templates.update(ids[1]!, { archived: true });
    await client.templates.update(ids[2]!, { name: 'third again' });
    const list = async (query: object) => {
      const names: string[] = [];
      for await (const { name } of client.templates.list({ limit: 2, ...query })) names.push(name);
      return names;
    };
    expect(await list({})).toEqual(['fourth', 'third again', 'first']);
    expect(await list({ archived: true })).toEqual(['second']);
  });
});

describe('a session that begins with a template', () => {
  it('takes its type and its shots, whichever family creates it, and says which version', async () => {
    const { client } = server;
    const template = await makeTemplate({ type: 'roof', shots: [ROOF] });
    await client.templates.update(template, { shots: [ROOF, METER] });
    const { data: rows } = await client.v1.inspections.createMany({
      sessions: [{ template }, { notes: 'x' }],
    });
    const made = [
      (await client.sessions.create({ template })).id,
      (await client.v1.inspections.create({ template })).id,
      rows[0]!.inspection!.id,
    ];
    const words = { type: 'roof', shots: [ROOF_SHOWN, METER_SHOWN], template, template_version: 2 };
    for (const id of made) {
      expect(await client.sessions.get(id)).toMatchObject(words);
      expect(await client.v1.inspections.get(id)).toMatchObject(words);
    }
    expect(await client.sessions.get(rows[1]!.inspection!.id)).toMatchObject({
      template: null,
      template_version: null,
    });
  });

  it('keeps what it began with when the template has another version, or is archived', async () => {
    const { client } = server;
    const template = await makeTemplate({ shots: [ROOF] });
    const session = await client.sessions.create({ template });
    await client.templates.update(template, { shots: [METER], archived: true });
    expect(await client.sessions.get(session.id)).toEqual(session);
  });

  it('has what stands beside it in the body in its place, though it be none, and else what the campaign has', async () => {
    const { client } = server;
    const { id: campaign } = await client.campaigns.create({ name: 'Roofs', shots: [METER] });
    const template = await makeTemplate({ type: 'roof', shots: [ROOF] });
    const create = (more: object) => client.sessions.create({ template, campaign, ...more });
    expect(await create({})).toMatchObject({ type: 'roof', shots: [ROOF_SHOWN] });
    expect(await create({ type: '', shots: [] })).toMatchObject({ type: '', shots: [] });
    expect(await create({ shots: [METER] })).toMatchObject({ type: 'roof', shots: [METER_SHOWN] });
    const bare = await makeTemplate();
    expect(await create({ template: bare })).toMatchObject({ type: '', shots: [METER_SHOWN] });
  });

  it('400: none begins with one that is archived, until it is back', async () => {
    const template = await makeTemplate();
    await server.client.templates.update(template, { archived: true });
    const reply = await callApi(server, 'POST /sessions', { body: { template } });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'body.template' }] } });
    const { data } = await server.client.v1.inspections.createMany({ sessions: [{ template }, {}] });
    expect(data.map(({ problem }) => problem?.code)).toEqual(['validation_error', undefined]);
    const back = await server.client.templates.update(template, { archived: false });
    expect(back.version).toBe(1);
    expect((await server.client.sessions.create({ template })).template_version).toBe(1);
  });

  it('says so in the first entry of its chain and in its first event', async () => {
    const template = await makeTemplate();
    const { id } = await server.client.sessions.create({ template });
    const { auditEntry, event } = server.context.database.prisma;
    const named = { template, template_version: 1 };
    const entry = await auditEntry.findFirstOrThrow({ where: { session_id: id, sequence: 1 } });
    expect(entry.payload).toMatchObject(named);
    expect((await event.findFirstOrThrow({ where: { session_id: id } })).data).toMatchObject(named);
  });
});

it('what a version says can not be changed in the database, either', async () => {
  const id = await makeTemplate();
  const { prisma } = server.context.database;
  const change = prisma.$executeRaw`update template_versions set name = 'other' where template_id = ${id}::uuid`;
  await expect(change).rejects.toThrow('append-only');
});
