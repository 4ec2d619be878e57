import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDomain, openDomainWorld, readLink, type DomainWorld } from '../../testing/open-domain-world.ts';
import { judgeLook, lookAtDomains } from './look-at-domains.job.ts';

const DAY_MS = 86_400_000;

let world: DomainWorld;
let server: DomainWorld['server'];
beforeAll(async () => {
  world = await openDomainWorld();
  server = world.server;
});
afterAll(() => server.close());

const look = async (ms = DAY_MS) => {
  server.clock.advance(ms);
  await lookAtDomains.run(server.context, {});
};

const openVerified = async () => {
  const organisation = await world.openVerified();
  const record = `_field-inspection.${organisation.domain}`;
  const [value] = world.records.get(record) as string[];
  const domainOf = async () => {
    const { domain } = await organisation.client.branding.get();
    return [domain?.verified, domain?.missing_since];
  };
  const factsOf = async () => {
    const rows = await server.context.database.prisma.orgEntry.findMany({
      where: { organisation_id: organisation.organisationId, kind: 'branding.domain_lost' },
    });
    return rows.map(({ payload }) => payload);
  };
  return { ...organisation, record, value: value!, domainOf, factsOf };
};

describe('the TXT record of a verified domain is looked at again each day:', () => {
  it('while it is there nothing changes, and nothing is written', async () => {
    const { record, value, client, domainOf, factsOf } = await openVerified();
    world.records.set(record, ['v=spf1 -all', ` ${value} `]);
    const before = await client.branding.get();
    await look();
    await look();
    expect(await client.branding.get()).toEqual(before);
    expect([await domainOf(), await factsOf()]).toEqual([[true, null], []]);
  });

  it.each([
    ['no record', []],
    ['a record that says something else', ['field-inspection-verification=of-somebody-else']],
  ])('missing at the looks of two days, %s: the domain ends, and the chain tells of it', async (_, texts) => {
    const { record, client, domain, domainOf, factsOf } = await openVerified();
    const { version } = await client.branding.get();
    world.records.set(record, texts);
    await look();
    const since = server.clock.now().toISOString();
    expect([await domainOf(), await factsOf()]).toEqual([[true, since], []]);
    expect((await client.branding.get()).version).toBe(version);
    await look();
    expect(await domainOf()).toEqual([false, since]);
    const branding = await client.branding.get();
    expect([branding.version, branding.domain?.name]).toEqual([version + 1, domain]);
    expect(await factsOf()).toEqual([
      {
        ...{ policy: true, version: version + 1, missing_since: since },
        domain: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
    await look();
    expect(await factsOf()).toHaveLength(1);
  });

  it('what rests on it ends with it: its pages, the links that go over it, and that nobody else may have it', async () => {
    const { record, client, domain, mint } = await openVerified();
    const { path } = readLink((await mint()).invite.join_url);
    expect((await world.ask(domain, path)).status).toBe(200);
    world.records.set(record, []);
    await look();
    expect((await world.ask(domain, path)).status).toBe(200);
    await look();
    expect((await world.ask(domain, path)).status).toBe(421);
    const base = new URL(server.context.config.baseUrl).host;
    expect(readLink((await mint()).invite.join_url).host).toBe(base);
    const { domain: kept } = await server.context.database.prisma.organisation.findFirstOrThrow({
      where: { branding: { domain } },
    });
    expect(kept).toBeNull();
    const heir = await world.openOrganisation();
    const theirs = await heir.set(domain);
    world.records.set(record, [theirs.record.value]);
    expect((await heir.client.branding.verifyDomain()).domain?.verified).toBe(true);
    await expect(client.branding.verifyDomain()).rejects.toMatchObject({ status: 409 });
  });

  it('a record that is back at the next look has cost nothing, and one that is set again is verified again', async () => {
    const { record, value, client, domainOf } = await openVerified();
    world.records.set(record, []);
    await look();
    world.records.set(record, [value]);
    await look();
    expect(await domainOf()).toEqual([true, null]);
    world.records.set(record, []);
    await look();
    await look();
    expect((await domainOf())[0]).toBe(false);
    world.records.set(record, [value]);
    await look();
    expect((await domainOf())[0]).toBe(false);
    await client.branding.verifyDomain();
    expect(await domainOf()).toEqual([true, null]);
  });

  it('a DNS that does not answer says nothing: neither that it is missing, nor that it is back', async () => {
    const { record, domainOf } = await openVerified();
    world.records.set(record, new Error('SERVFAIL'));
    for (let day = 0; day < 5; day++) await look();
    expect(await domainOf()).toEqual([true, null]);
    world.records.set(record, []);
    await look();
    const since = server.clock.now().toISOString();
    world.records.set(record, new Error('SERVFAIL'));
    await look();
    expect(await domainOf()).toEqual([true, since]);
    world.records.set(record, []);
    await look();
    expect(await domainOf()).toEqual([false, since]);
  });

  it('a job that runs twice, at once or an hour later, takes no domain before a day is over', async () => {
    const { record, domainOf, factsOf } = await openVerified();
    world.records.set(record, []);
    await Promise.all([look(), lookAtDomains.run(server.context, {})]);
    await look(3_600_000);
    expect((await domainOf())[0]).toBe(true);
    await look();
    await Promise.all([look(0), look(0)]);
    expect([(await domainOf())[0], (await factsOf()).length]).toEqual([false, 1]);
  });

  it('one that was changed or verified anew while it was looked for is let be', async () => {
    const { record, value, client, domainOf, factsOf, organisationId } = await openVerified();
    world.records.set(record, []);
    await look();
    world.records.set(record, [value]);
    const late = { ...server.context, resolveTxt: async () => (await client.branding.verifyDomain(), []) };
    server.clock.advance(DAY_MS);
    await lookAtDomains.run(late, {});
    expect([(await domainOf())[0], await factsOf()]).toEqual([true, []]);
    const other = freshDomain();
    await client.branding.update({ domain: other });
    const { domain_missing_since } = await server.context.database.prisma.branding.findUniqueOrThrow({
      where: { organisation_id: organisationId },
    });
    expect(domain_missing_since).toBeNull();
  });

  it('more of them than are asked for at once are all looked at', async () => {
    const { prisma } = server.context.database;
    const { organisationId } = server.seed;
    const asked = new Set<string>();
    const ids = Array.from({ length: 120 }, () => server.context.ids.next());
    const model = await prisma.organisation.findUniqueOrThrow({ where: { id: organisationId } });
    await prisma.organisation.createMany({
      data: ids.map((id, index) => ({ ...model, contact: {}, id, domain: `many${index}.example.com` })),
    });
    const resolveTxt = async (name: string) => (asked.add(name), Promise.reject(new Error('no answer')));
    await lookAtDomains.run({ ...server.context, resolveTxt }, {});
    expect([...asked].filter((name) => name.includes('.many'))).toHaveLength(120);
    await prisma.organisation.deleteMany({ where: { id: { in: ids } } });
  });
});

it('judgeLook: the first look warns, one a day later ends it, whatever it was between', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  expect([
    judgeLook({ isThere: true, missingSince: hoursAgo(48), now }),
    judgeLook({ isThere: false, missingSince: null, now }),
    judgeLook({ isThere: false, missingSince: hoursAgo(19), now }),
    judgeLook({ isThere: false, missingSince: hoursAgo(20), now }),
  ]).toEqual(['there', 'missing', 'missing', 'lost']);
});
