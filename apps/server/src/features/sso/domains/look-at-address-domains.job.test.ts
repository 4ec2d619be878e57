import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { openBrowser } from '../../../testing/open-browser.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  openOidcOrganisations,
  readsOf,
  type OidcOrganisations,
} from '../testing/open-oidc-organisations.ts';
import { lookAtAddressDomains } from './look-at-address-domains.job.ts';

const DAY_MS = 86_400_000;
const MISSING = 'The DNS record of a domain is missing (Acme Inspections)';
const LOST = 'A domain is no longer verified (Acme Inspections)';

let world: OidcOrganisations;
beforeAll(async () => {
  world = await openOidcOrganisations();
});
afterAll(() => world.close());

const { meOf, lastEntry, addMember } = readsOf(() => world);

const look = () => lookAtAddressDomains.run(world.server.context, {});

/** The looks of so many days, one a day, and the mails that they queue. */
const lookFor = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    world.server.clock.advance(DAY_MS);
    await look();
    await runDueJobs(world.server.context);
  }
};

/** A connected organisation whose record can be taken away. */
const openWatched = async () => {
  const organisation = await world.openConnected({ just_in_time: true });
  const { apiKey, client, domain, admin } = organisation;
  const name = `_field-inspection.${domain}`;
  const [kept] = world.records.get(name) as string[];
  const show = async () => (await client.domains.list()).data[0]!;
  return {
    organisation,
    show,
    say: (texts: string[] | Error) => world.records.set(name, texts),
    giveBack: () => world.records.set(name, [kept!]),
    verify: async () => {
      const route = `POST /org/domains/${(await show()).id}/verify`;
      return outcomeOf(await callApi(world.server, route, { apiKey, root: '/v1' }));
    },
    told: () =>
      world.server.post.emails
        .filter(({ to, subject }) => to === admin.email && [MISSING, LOST].includes(subject))
        .map(({ subject, text }) => ({ subject, text })),
  };
};

describe('the TXT record of a verified domain of addresses, which is looked at each day,', () => {
  it('changes nothing while it is there, or while the DNS does not answer', async () => {
    const { organisation, show, say, giveBack, told } = await openWatched();
    const [before, kinds] = [await show(), await organisation.kinds()];
    await lookFor(1);
    say(new Error('SERVFAIL'));
    await lookFor(9);
    giveBack();
    await lookFor(1);
    expect([await show(), told(), await organisation.kinds()]).toEqual([before, [], kinds]);
  });

  it('is shown and told as missing at once, and nothing is lost where it comes back within a week', async () => {
    const { organisation, show, say, giveBack, told } = await openWatched();
    say(['field-inspection-verification=of-somebody-else']);
    await lookFor(1);
    const since = world.server.clock.now();
    await lookFor(6);
    expect(await show()).toMatchObject({ record_missing_since: since.toISOString() });
    const until = new Date(since.getTime() + 7 * DAY_MS);
    expect(told()).toEqual([
      { subject: MISSING, text: expect.stringContaining(`Domain: ${organisation.domain}`) as string },
    ]);
    expect(told()[0]!.text).toMatch(new RegExp(`Put the record back by: .*\\b${until.getUTCDate()} `));
    const { browser } = await organisation.signIn(`new@${organisation.domain}`);
    expect((await meOf(browser)).organisation).toBe(organisation.organisationId);
    giveBack();
    await lookFor(1);
    const shown = await show();
    expect([shown.verified_at === null, shown.record_missing_since, told().length]).toEqual([false, null, 1]);
  });

  it('ends the domain after a week: nobody is led, linked or made by it, and who was known goes on', async () => {
    const { organisation, show, say, told } = await openWatched();
    const { domain, provider, connection, organisationId } = organisation;
    const [known, other, fresh] = [`known@${domain}`, `other@${domain}`, `fresh@${domain}`];
    await organisation.signIn(known);
    await addMember(organisation, 'other');
    say([]);
    await lookFor(8);
    expect((await show()).verified_at).toBeNull();
    expect(told().map(({ subject }) => subject)).toEqual([MISSING, LOST]);
    const { record_missing_since: since } = await show();
    const entry = await lastEntry(organisation, 'sso.domain_lost');
    expect(entry).toMatchObject({ policy: true, missing_since: since });

    const comeByTile = async (email: string) => {
      const browser = openBrowser(world.server);
      provider.bend({ claims: { email, sub: email } });
      const led = await browser.tap(connection.id!);
      return { browser, to: (await browser.open(provider.visit(new URL(led)))).to };
    };
    const { browser } = await comeByTile(known);
    expect((await meOf(browser)).organisation).toBe(organisationId);
    for (const email of [other, fresh]) {
      expect([email, (await comeByTile(email)).to]).toEqual([email, '/sign-in?refused=no_member']);
      const refused = await lastEntry(organisation, 'member.sign_in_refused');
      expect(refused?.['reason']).toBe('foreign_domain');
    }
    const led = openBrowser(world.server);
    await led.call('POST /sign-in/provider', { email: known });
    expect((await led.open('/sso/begin')).to).toBe('/sign-in?refused=no_connection');
  });

  it('is verified again once it is back, unless somebody else has shown the domain meanwhile', async () => {
    const { organisation, show, say, giveBack, verify } = await openWatched();
    say([]);
    await lookFor(8);
    giveBack();
    expect(await verify()).toBe('200');
    const shown = await show();
    expect([shown.verified_at === null, shown.record_missing_since]).toEqual([false, null]);
    say([]);
    await lookFor(8);
    const next = await world.openOrganisation();
    expect((await next.verify(organisation.domain)).verified_at).not.toBeNull();
    giveBack();
    expect(await verify()).toBe('409 domain.taken');
  });

  it('is found by who verifies the domain once more, before the next look is', async () => {
    const { show, say, giveBack, verify } = await openWatched();
    say([]);
    await lookFor(1);
    giveBack();
    expect([await verify(), (await show()).record_missing_since]).toEqual(['200', null]);
  });

  it('is told once where two looks come at the same time', async () => {
    const { organisation, say, told } = await openWatched();
    say([]);
    await Promise.all([look(), look()]);
    await runDueJobs(world.server.context);
    expect(told()).toHaveLength(1);
    expect((await organisation.kinds()).filter((kind) => kind === 'sso.domain_missing')).toHaveLength(1);
  });
});
