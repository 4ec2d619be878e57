import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { freshDomain, openSsoWorld, type SsoWorld } from '../testing/open-sso-world.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.server.close());

type Organisation = Awaited<ReturnType<SsoWorld['openOrganisation']>>;

const call = ({ apiKey }: Organisation, route: string, body?: unknown) =>
  callApi(world.server, route, { apiKey, root: '/v1', body });

describe('a domain of addresses', () => {
  it('is verified once its record is there, and listed until it is deleted', async () => {
    const organisation = await world.openOrganisation();
    const { client } = organisation;
    const domain = await client.domains.create({ name: 'Bücher.example.' });
    expect(domain).toMatchObject({ name: 'xn--bcher-kva.example', verified_at: null });
    expect(domain.record.name).toBe('_field-inspection.xn--bcher-kva.example');
    const verify = () => call(organisation, `POST /org/domains/${domain.id}/verify`);
    expect(outcomeOf(await verify())).toBe('409 domain.not_verified');
    world.records.set(domain.record.name, ['field-inspection-verification=of-somebody-else']);
    expect((await verify()).body.detail).toMatch(/does not say/);
    world.records.set(domain.record.name, new Error('SERVFAIL'));
    expect((await verify()).body.detail).toMatch(/does not answer/);
    world.records.set(domain.record.name, ['v=spf1', ` ${domain.record.value} `]);
    expect((await verify()).status).toBe(200);
    expect((await verify()).status).toBe(200);
    const [listed] = (await client.domains.list()).data;
    expect(listed?.verified_at).not.toBeNull();
    await client.domains.delete(domain.id);
    expect((await client.domains.list()).data).toEqual([]);
    expect(await organisation.kinds()).toEqual([
      ...['sso.domain_added', 'sso.domain_verified', 'sso.domain_removed'],
    ]);
  });

  it('is that of the organisation that verified it first, also of two at once', async () => {
    const name = freshDomain();
    const organisations = [await world.openOrganisation(), await world.openOrganisation()];
    const added = await Promise.all(organisations.map(({ client }) => client.domains.create({ name })));
    world.records.set(
      added[0]!.record.name,
      added.map(({ record }) => record.value),
    );
    const replies = await Promise.all(
      organisations.map((each, index) => call(each, `POST /org/domains/${added[index]!.id}/verify`)),
    );
    expect(replies.map(outcomeOf).sort()).toEqual(['200', '409 domain.taken']);
    const third = await world.openOrganisation();
    expect(outcomeOf(await call(third, 'POST /org/domains', { name }))).toBe('409 domain.taken');
  });

  it('is told and changed within its organisation alone', async () => {
    const [one, other] = [await world.openOrganisation(), await world.openOrganisation()];
    const { id } = await one.client.domains.create({ name: freshDomain() });
    for (const route of [`POST /org/domains/${id}/verify`, `DELETE /org/domains/${id}`])
      expect([route, outcomeOf(await call(other, route))]).toEqual([route, '404 not_found']);
    expect((await other.client.domains.list()).data).toEqual([]);
  });

  it.each(['localhost', '10.0.0.1', 'printer.local', 'https://example.com', 'a@example.com', 'example'])(
    'is none: %s',
    async (name) => {
      const reply = await call(await world.openOrganisation(), 'POST /org/domains', { name });
      expect([outcomeOf(reply), reply.body.errors[0]?.path]).toEqual(['400 validation_error', 'body.name']);
    },
  );

  it('needs the plan to be added and verified, and none to be deleted', async () => {
    const organisation = await world.openOrganisation();
    const { id } = await organisation.client.domains.create({ name: freshDomain() });
    await world.setPlan(organisation.organisationId, 'pilot');
    expect(outcomeOf(await call(organisation, 'POST /org/domains', { name: freshDomain() }))).toBe(
      '402 sso.not_in_plan',
    );
    expect(outcomeOf(await call(organisation, `POST /org/domains/${id}/verify`))).toBe('402 sso.not_in_plan');
    expect((await call(organisation, `DELETE /org/domains/${id}`)).status).toBe(204);
  });

  it('is added once', async () => {
    const organisation = await world.openOrganisation();
    const { name } = await organisation.client.domains.create({ name: freshDomain() });
    const again = await call(organisation, 'POST /org/domains', { name: name.toUpperCase() });
    expect(outcomeOf(again)).toBe('409 sso.invalid_state');
  });
});
