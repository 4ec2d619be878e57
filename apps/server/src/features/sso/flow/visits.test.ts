import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../testing/open-browser.ts';
import {
  openOidcOrganisations,
  readsOf,
  type Connected,
  type OidcOrganisations,
} from '../testing/open-oidc-organisations.ts';

let world: OidcOrganisations;
beforeAll(async () => {
  world = await openOidcOrganisations();
});
afterAll(() => world.close());

const { meOf, lastEntry, addMember } = readsOf(() => world);

describe('a test', () => {
  it('shows the claims and the member, makes no session, and lets its admin activate and enforce', async () => {
    const organisation = await world.openConnected();
    const { admin, client, domain, provider, settings } = organisation;
    await client.sso.put({ ...settings, client_secret: 'secret' });
    const [name = '', token = ''] = admin.cookie.split('=');
    const browser = openBrowser(world.server, { [name]: token });
    provider.bend({ claims: { email: `new@${domain}`, sub: 'new', name: '<img src=x onerror=alert(1)>' } });
    const test = async () => {
      const { url } = JSON.parse((await browser.call('POST /org/sso/test')).text) as { url: string };
      return browser.open(provider.visit(new URL((await browser.open(url)).to)));
    };
    expect((await test()).to).toBe('/sign-in?sso_test');
    expect(await client.sso.getTest()).toMatchObject({
      outcome: 'refused',
      reason: 'no_member',
      subject: 'new',
      becomes: 'refused',
    });
    expect((await client.sso.get()).status).toBe('draft');
    await client.sso.put({ ...settings, client_secret: 'secret', just_in_time: true });
    await test();
    expect(await client.sso.getTest()).toMatchObject({
      outcome: 'passed',
      becomes: 'created',
      member: null,
      role: 'observer',
      by: admin.memberId,
    });
    expect(browser.jar.get(name)).toBe(token);
    expect((await client.members.list()).data.map(({ email }) => email)).not.toContain(`new@${domain}`);
    await client.sso.activate();
    await client.members.update(admin.memberId, { break_glass: true });
    expect((await browser.call('POST /org/sso/enforce', { enforced: true })).status).toBe(200);
    world.server.clock.advance(86_400_000);
    expect(await client.sso.getTest()).toMatchObject({ outcome: 'none', subject: null, told: [] });
  });

  it('that began before a change says nothing of the settings after it', async () => {
    const { admin, client, provider, settings, domain } = await world.openConnected({ just_in_time: true });
    const [name = '', token = ''] = admin.cookie.split('=');
    const browser = openBrowser(world.server, { [name]: token });
    provider.bend({ claims: { email: `new@${domain}`, sub: 'new' } });
    await browser.call('POST /org/sso/test');
    const led = await browser.open('/sso/begin');
    await client.sso.put({ ...settings, client_id: 'another' });
    await browser.open(provider.visit(new URL(led.to)));
    expect((await client.sso.get()).status).toBe('draft');
  });

  it('of a provider that does not answer says why', async () => {
    const { admin, client, settings } = await world.openConnected();
    await client.sso.put({ ...settings, issuer: 'https://nowhere.invalid' });
    const [name = '', token = ''] = admin.cookie.split('=');
    const browser = openBrowser(world.server, { [name]: token });
    await browser.call('POST /org/sso/test');
    expect((await browser.open('/sso/begin')).to).toBe('/sign-in?sso_test');
    expect(await client.sso.getTest()).toMatchObject({ outcome: 'refused', reason: 'no_answer', told: [] });
  });
});

describe('a step-up at the provider', () => {
  const stepUp = async (organisation: Connected, email: string, claims: object) => {
    const { browser } = await organisation.signIn(email);
    const before = Object.fromEntries(browser.jar);
    world.server.clock.advance(660_000);
    const begun = await browser.call('POST /me/step-up/provider', { return_path: '/sign-in' });
    const { url } = JSON.parse(begun.text) as { url: string };
    const to = new URL((await browser.open(url)).to);
    const seconds = Math.floor(world.server.clock.now().getTime() / 1_000);
    organisation.provider.bend({ claims: { email, sub: email, auth_time: seconds, ...claims } });
    const reply = await browser.open(organisation.provider.visit(to));
    return { browser, before, to, reply };
  };

  it('asks for a new login, and gives the session another cookie', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    const { browser, before, to, reply } = await stepUp(organisation, email, {});
    expect([to.searchParams.get('max_age'), to.searchParams.get('prompt')]).toEqual(['0', 'login']);
    expect(reply.to).toBe('/sign-in');
    const me = await meOf(browser);
    expect(me.session).toMatchObject({ stepped_up_at: world.server.clock.now().toISOString() });
    expect((await openBrowser(world.server, before).call('GET /me')).status).toBe(401);
    expect(await lastEntry(organisation, 'member.stepped_up')).toMatchObject({ way: 'oidc' });
  });

  it('takes no login of before, and nobody else', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const { email } = await addMember(organisation, 'ada');
    const seconds = Math.floor(world.server.clock.now().getTime() / 1_000);
    const old = await stepUp(organisation, email, { auth_time: seconds });
    expect(old.reply.to).toBe('/sign-in?refused=provider');
    const other = await stepUp(organisation, email, { sub: 'grace', email: `grace@${organisation.domain}` });
    expect(other.reply.to).toBe('/sign-in?refused=provider');
    expect(await lastEntry(organisation, 'member.step_up_refused')).toMatchObject({ reason: 'other_person' });
  });

  it('is for who has signed in by it', async () => {
    const organisation = await world.openConnected();
    const person = await addMember(organisation, 'ada');
    const reply = await person.call('POST /me/step-up/provider', { body: {} });
    expect([reply.status, reply.body.code]).toEqual([409, 'sso.invalid_state']);
  });
});

describe('signing out', () => {
  it('says where the provider is left, too, if it offers that', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ metadata: { end_session_endpoint: `${organisation.provider.issuer}/out` } });
    const { browser } = await organisation.signIn(email);
    const { status, text } = await browser.call('POST /me/sign-out');
    expect([status, browser.isSignedIn()]).toEqual([200, false]);
    const { provider_url } = JSON.parse(text) as { provider_url: string | null };
    // The service keeps for ten minutes how the provider described itself before it offered that.
    expect(provider_url).toBeNull();
    world.server.clock.advance(600_000);
    const later = await organisation.signIn(email);
    organisation.provider.bend({ metadata: { end_session_endpoint: `${organisation.provider.issuer}/out` } });
    world.server.clock.advance(600_000);
    const out = await later.browser.call('POST /me/sign-out');
    const url = new URL((JSON.parse(out.text) as { provider_url: string }).provider_url);
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      organisation.provider.issuer,
      `${world.server.baseUrl}/sign-in`,
    ]);
  });

  it('leads a person who came by a code nowhere', async () => {
    const organisation = await world.openConnected();
    const person = await addMember(organisation, 'ada');
    const reply = await person.call('POST /me/sign-out');
    expect([reply.status, reply.body]).toEqual([200, { provider_url: null }]);
  });
});

describe('a tile of the provider', () => {
  it('leads to a page that begins a sign-in of ours once it is tapped, and none for a connection that is not on', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const { id, service } = organisation.connection;
    const tile = await browser.open(service.start_url!);
    expect([tile.to, tile.headers.getSetCookie()]).toEqual([`/sign-in?company=${id}`, []]);
    const to = await browser.tap(id!);
    expect((await browser.open(organisation.provider.visit(new URL(to)))).to).toBe('/sign-in');
    expect(browser.isSignedIn()).toBe(true);
    await organisation.client.sso.disable();
    expect(await browser.tap(id!)).toBe('/sign-in?refused=no_connection');
    expect((await browser.open('/sso/not-an-id/start')).status).toBe(404);
  });

  it('is begun by no page of another site, nor of a neighbouring host', async () => {
    const { id } = (await world.openConnected()).connection;
    for (const site of ['cross-site', 'same-site', 'none']) {
      const reply = await fetch(`${world.server.baseUrl}/sso/${id}/begin`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site },
      });
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
      expect(await reply.json()).toMatchObject({ code: 'foreign_origin' });
    }
  });
});

describe('a visit to a provider', () => {
  it('gives the browser neither a token of the provider nor what it told', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    const { reply, browser } = await organisation.signIn(email, { name: 'Ada Lovelace' });
    expect([browser.isSignedIn(), reply.to, reply.text]).toEqual([true, '/sign-in', '']);
    const told = JSON.stringify([...reply.headers]);
    for (const secret of ['access', 'eyJ', 'Lovelace', email]) expect(told).not.toContain(secret);
  });

  it('comes back at an address of its own, and nothing is taken up at that of another (mix-up)', async () => {
    const [one, other] = [await world.openConnected(), await world.openConnected()];
    const { email } = await addMember(one, 'ada');
    const browser = openBrowser(world.server);
    const back = await one.visit(browser, email);
    expect(back).toContain(`${one.connection.service.redirect_uri}?`);
    const elsewhere = await browser.open(back.replace(one.connection.id!, other.connection.id!));
    expect([elsewhere.to, other.provider.countAsked('/token')]).toEqual(['/sign-in?refused=expired', 0]);
    one.provider.bend({ claims: { email, sub: email } });
    expect((await browser.open(back)).to).toBe('/sign-in');
  });
});

describe('an answer that the provider gives late', () => {
  it.each<[string, (organisation: Connected) => Promise<unknown>]>([
    [
      'another provider is named',
      ({ client, settings }) => client.sso.put({ ...settings, issuer: 'https://login.other.example' }),
    ],
    ['the sign-on is disabled', ({ client }) => client.sso.disable()],
  ])('signs nobody in, and links nobody, where meanwhile %s', async (_, change) => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({
      claims: { email, sub: 'employee-7' },
      meanwhile: { '/token': () => change(organisation) },
    });
    const browser = openBrowser(world.server);
    await browser.open(await organisation.visit(browser, email));
    expect(browser.isSignedIn()).toBe(false);
    const where = { organisation_id: organisation.organisationId };
    expect(await world.server.context.database.prisma.memberIdentity.count({ where })).toBe(0);
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({
      reason: 'changed_settings',
    });
  });
});
