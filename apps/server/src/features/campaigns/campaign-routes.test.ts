import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startSecondServer } from '../../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { deleteCampaign } from './campaign-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (body?: unknown) => callApi(server, 'POST /campaigns', { body });

describe('POST /campaigns', () => {
  it('201: keeps name and description, and gives the same to whoever reads it', async () => {
    const { status, body } = await post({ name: 'Dächer 2026 🏠', description: 'All roofs of the north' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String) as string,
      name: 'Dächer 2026 🏠',
      description: 'All roofs of the north',
      shots: [],
      created_at: server.clock.now().toISOString(),
    });
    expect(await server.client.campaigns.get(body.id)).toEqual(body);
  });

  it('201: makes two of the same name, since a name is no key', async () => {
    const [first, second] = [await post({ name: 'Roofs' }), await post({ name: 'Roofs' })];
    expect(first.body.id).not.toBe(second.body.id);
    expect(first.body.description).toBe('');
  });

  it.each([
    ['no body', undefined, 'body'],
    ['no name', {}, 'body.name'],
    ['an empty name', { name: '' }, 'body.name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'body.name'],
    ['a description of 2 001 characters', { name: 'x', description: 'x'.repeat(2_001) }, 'body.description'],
    ['an unknown field', { name: 'x', owner: 'me' }, 'body.owner'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const reply = await post(body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

describe('GET /campaigns', () => {
  it("200: gives the organisation's campaigns page by page, newest first, and nobody else's", async () => {
    const [mine, theirs] = [await seedOrganisation(server.context), await seedOrganisation(server.context)];
    const client = server.clientOf(mine.apiKey);
    await server.clientOf(theirs.apiKey).campaigns.create({ name: 'theirs' });
    for (const name of ['first', 'second', 'third']) {
      server.clock.advance(1);
      await client.campaigns.create({ name });
    }
    const names: string[] = [];
    for await (const { name } of client.campaigns.list({ limit: 2 })) names.push(name);
    expect(names).toEqual(['third', 'second', 'first']);
  });
});

describe('GET /campaigns/{campaign_id}', () => {
  it("404: answers another organisation's like one that is missing", async () => {
    const other = await seedOrganisation(server.context);
    const { id } = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs' });
    for (const path of [id, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', 'roofs']) {
      expect(outcomeOf(await callApi(server, `GET /campaigns/${path}`))).toBe('404 not_found');
    }
  });
});

const makeCampaign = async () => (await server.client.campaigns.create({ name: 'Roofs' })).id;
const remove = (id: string) => callApi(server, `DELETE /campaigns/${id}`);

describe('PATCH /campaigns/{campaign_id}', () => {
  const patch = (id: string, body: unknown) => callApi(server, `PATCH /campaigns/${id}`, { body });

  it('200: changes what it names, and leaves the rest', async () => {
    const { id, created_at } = await server.client.campaigns.create({ name: 'Roofs', description: 'North' });
    expect((await patch(id, { name: 'Roofs 2027' })).body).toEqual({
      ...{ id, created_at },
      name: 'Roofs 2027',
      description: 'North',
      shots: [],
    });
    await patch(id, { description: '' });
    const kept = { name: 'Roofs 2027', description: '' };
    expect(await server.client.campaigns.get(id)).toMatchObject(kept);
    expect((await patch(id, {})).body).toMatchObject(kept);
  });

  it.each([
    ['an empty name', { name: '' }, 'body.name'],
    ['no name at all', { name: null }, 'body.name'],
    ['an unknown field', { created_at: '2026-11-20T09:30:00Z' }, 'body.created_at'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const reply = await patch(await makeCampaign(), body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

describe('DELETE /campaigns/{campaign_id}', () => {
  it('204: takes away a campaign without sessions, once', async () => {
    const id = await makeCampaign();
    expect((await remove(id)).status).toBe(204);
    expect(outcomeOf(await remove(id))).toBe('404 not_found');
  });

  it('409: while sessions refer to it, until they have another campaign or none', async () => {
    const id = await makeCampaign();
    const session = await server.client.sessions.create({ campaign: id });
    const reply = await remove(id);
    expect(outcomeOf(reply)).toBe('409 campaign.in_use');
    expect(reply.body.detail).toContain('Give them another one');
    await server.client.sessions.update(session.id, { campaign: null });
    expect((await remove(id)).status).toBe(204);
  });

  it("404: changes and deletes nothing of another organisation's", async () => {
    const other = server.clientOf((await seedOrganisation(server.context)).apiKey);
    const { id } = await other.campaigns.create({ name: 'theirs' });
    const outcomes = [
      await callApi(server, `PATCH /campaigns/${id}`, { body: { name: 'mine' } }),
      await remove(id),
    ];
    expect(outcomes.map(outcomeOf)).toEqual(['404 not_found', '404 not_found']);
    expect((await other.campaigns.get(id)).name).toBe('theirs');
  });
});

describe('a campaign that is deleted while it is given to a session', () => {
  const deleteDuring = async (give: (campaignId: string) => Promise<unknown>) => {
    const campaignId = await makeCampaign();
    const { organisationId } = server.seed;
    const { given } = await server.context.transact(async (tx) => {
      await deleteCampaign(tx, { organisationId, campaignId });
      const waiting = give(campaignId);
      await waitForLock(server.context);
      return { given: { waiting } };
    });
    return given.waiting;
  };

  it('409: the session that had it a moment before is waited for', async () => {
    const [campaign, session] = [await makeCampaign(), await server.client.sessions.create()];
    const { removal } = await server.context.transact(async (tx) => {
      await tx.db.session.updateMany({ where: { id: session.id }, data: { campaign_id: campaign } });
      const waiting = remove(campaign);
      await waitForLock(server.context);
      return { removal: { waiting } };
    });
    expect(outcomeOf(await removal.waiting)).toBe('409 campaign.in_use');
  });

  it('400: a session that is created a moment later is refused by the name of the field', async () => {
    const reply = await deleteDuring((campaign) => callApi(server, 'POST /sessions', { body: { campaign } }));
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'body.campaign' }] } });
  });

  it('400: a session that is changed a moment later is refused, too', async () => {
    const { id } = await server.client.sessions.create();
    const reply = await deleteDuring((campaign) =>
      callApi(server, `PATCH /sessions/${id}`, { body: { campaign } }),
    );
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'body.campaign' }] } });
  });

  it('by another process is either gone or has the session, never both', async () => {
    const second = await startSecondServer(server);
    try {
      for (let round = 0; round < 8; round++) {
        const campaign = await makeCampaign();
        const [given, removed] = await Promise.all([
          callApi(server, 'POST /sessions', { body: { campaign } }),
          callApi({ ...server, baseUrl: second.baseUrl }, `DELETE /campaigns/${campaign}`),
        ]);
        expect([
          ['201', '409 campaign.in_use'],
          ['400 validation_error', '204'],
        ]).toContainEqual([given, removed].map(outcomeOf));
      }
    } finally {
      await second.close();
    }
  });
});
