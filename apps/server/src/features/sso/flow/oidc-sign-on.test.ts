import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { openBrowser } from '../testing/open-browser.ts';
import {
  openOidcOrganisations,
  type Connected,
  type OidcOrganisations,
} from '../testing/open-oidc-organisations.ts';

let world: OidcOrganisations;
beforeAll(async () => {
  world = await openOidcOrganisations();
});
afterAll(() => world.close());

const meOf = async (browser: ReturnType<typeof openBrowser>) =>
  JSON.parse((await browser.call('GET /me')).text) as {
    organisation: string;
    member: string;
    role: string;
    session: { way: string };
  };

const lastEntry = async ({ organisationId }: Connected, kind: string) => {
  const { prisma } = world.server.context.database;
  const row = await prisma.orgEntry.findFirst({
    where: { organisation_id: organisationId, kind },
    orderBy: { sequence: 'desc' },
  });
  return row?.payload as Record<string, unknown> | undefined;
};

const addMember = (organisation: Connected, name: string) =>
  signInAs(world.server, 'inspector', {
    organisationId: organisation.organisationId,
    email: `${name}@${organisation.domain}`,
  });

describe('a sign-in at a provider of OpenID Connect', () => {
  it('signs in the member with the address, and links them once', async () => {
    const organisation = await world.openConnected();
    const { memberId, email } = await addMember(organisation, 'ada');
    const { browser, reply } = await organisation.signIn(email);
    expect([reply.status, reply.to]).toEqual([303, '/sign-in']);
    expect(await meOf(browser)).toMatchObject({
      organisation: organisation.organisationId,
      member: memberId,
      session: { way: 'oidc' },
    });
    expect(await lastEntry(organisation, 'member.signed_in')).toMatchObject({
      way: 'oidc',
      connection: organisation.connection.id,
      member_id: memberId,
    });
    // From then on the subject tells who it is, whatever address comes with it.
    const again = await organisation.signIn(email, { email: 'moved@elsewhere.example' });
    expect((await meOf(again.browser)).member).toBe(memberId);
    const { prisma } = world.server.context.database;
    const linked = await prisma.orgEntry.count({
      where: { organisation_id: organisation.organisationId, kind: 'member.linked' },
    });
    expect(linked).toBe(1);
  });

  it('goes on to a page of the service, and nowhere else', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const back = await organisation.visit(browser, email, { return_path: '/inspections?open=1' });
    expect((await browser.open(back)).to).toBe('/inspections?open=1');
    for (const return_path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'evil',
      '/\t/evil',
    ]) {
      const { status } = await browser.call('POST /sign-in/provider', { email, return_path });
      expect([return_path, status]).toEqual([return_path, 400]);
    }
  });

  it('makes a member where just-in-time is on, with the default role, and no more than the plan has room for', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const { browser } = await organisation.signIn(`new@${organisation.domain}`, { name: 'New Person' });
    const { member, role } = await meOf(browser);
    expect(role).toBe('observer');
    expect(await organisation.client.members.get(member)).toMatchObject({
      name: 'New Person',
      status: 'active',
      email: `new@${organisation.domain}`,
    });
    const off = await world.openConnected();
    expect((await off.signIn(`new@${off.domain}`)).reply.to).toBe('/sign-in?refused=no_member');
  });

  it('makes none where a directory provisions, nor for an address of another domain', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const foreign = await organisation.signIn(`new@${organisation.domain}`, {
      email: 'new@elsewhere.example',
    });
    expect(foreign.reply.to).toBe('/sign-in?refused=no_member');
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({
      reason: 'foreign_domain',
    });
    await organisation.client.directory.createToken({ name: 'Entra' });
    const { reply } = await organisation.signIn(`other@${organisation.domain}`);
    expect(reply.to).toBe('/sign-in?refused=no_member');
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({ reason: 'no_member' });
  });

  it('lets an invited person join, and never who is disabled', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const email = `invited@${organisation.domain}`;
    const { id } = await organisation.client.members.create({ email, name: 'Ada', role: 'auditor' });
    const { browser } = await organisation.signIn(email);
    expect(await meOf(browser)).toMatchObject({ member: id, role: 'auditor' });
    await organisation.client.members.update(id, { status: 'disabled' });
    expect((await organisation.signIn(email)).reply.to).toBe('/sign-in?refused=disabled');
    // Neither as another person of the provider with the same address.
    const other = await organisation.signIn(email, { sub: 'another' });
    expect(other.reply.to).toBe('/sign-in?refused=no_member');
    expect((await organisation.client.members.get(id)).status).toBe('disabled');
  });

  it('takes nobody for a member whom another person of the provider is', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const { email } = await addMember(organisation, 'ada');
    await organisation.signIn(email);
    expect((await organisation.signIn(email, { sub: 'heir of the address' })).reply.to).toBe(
      '/sign-in?refused=no_member',
    );
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({
      reason: 'linked_otherwise',
    });
  });

  it('refuses an address that the provider says is not verified, of a known person, too', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    await organisation.signIn(email);
    const { browser, reply } = await organisation.signIn(email, { email_verified: false });
    expect([reply.to, browser.isSignedIn()]).toEqual(['/sign-in?refused=provider', false]);
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({
      way: 'oidc',
      reason: 'unverified_address',
    });
  });

  it('tells a refusal of the provider in the chain, and its words nowhere', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({
      callback: { code: undefined, error: 'access_denied', error_description: '<script>alert(1)</script>' },
    });
    const browser = openBrowser(world.server);
    const reply = await browser.open(await organisation.visit(browser, email));
    expect(reply.to).toBe('/sign-in?refused=declined');
    expect(reply.text).not.toContain('alert');
    expect(await lastEntry(organisation, 'member.sign_in_refused')).toMatchObject({
      reason: 'provider_error',
    });
  });
});

describe('one sign-in is one session', () => {
  it('a callback is taken once, one after the other', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const secret = { ...Object.fromEntries(browser.jar) };
    const back = await organisation.visit(browser, email);
    const held = Object.fromEntries(browser.jar);
    expect((await browser.open(back)).to).toBe('/sign-in');
    const replay = openBrowser(world.server, { ...secret, ...held });
    expect((await replay.open(back)).to).toBe('/sign-in?refused=expired');
    expect(replay.isSignedIn()).toBe(false);
  });

  it('and twenty at once make one', async () => {
    const organisation = await world.openConnected();
    const { memberId, email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const back = await organisation.visit(browser, email);
    const held = Object.fromEntries(browser.jar);
    const browsers = Array.from({ length: 20 }, () => openBrowser(world.server, held));
    const replies = await Promise.all(browsers.map((each) => each.open(back)));
    expect(replies.filter(({ to }) => to === '/sign-in')).toHaveLength(1);
    expect(replies.filter(({ to }) => to === '/sign-in?refused=expired')).toHaveLength(19);
    const where = { member_id: memberId, kind: 'session', way: 'oidc' };
    expect(await world.server.context.database.prisma.credential.count({ where })).toBe(1);
  });

  it('another browser gets nothing, and uses nothing up: nobody is signed in as somebody else', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const back = await organisation.visit(browser, email);
    const stranger = openBrowser(world.server);
    await stranger.call('POST /sign-in/provider', { email });
    for (const each of [stranger, openBrowser(world.server)]) {
      expect((await each.open(back)).to).toBe('/sign-in?refused=expired');
      expect(each.isSignedIn()).toBe(false);
    }
    expect((await browser.open(back)).to).toBe('/sign-in');
  });

  it('a session that was there before is another one afterwards', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    const [name = '', planted = ''] = (await addMember(organisation, 'mallory')).cookie.split('=');
    const { browser } = await organisation.signIn(email, {}, openBrowser(world.server, { [name]: planted }));
    expect(browser.jar.get(name)).not.toBe(planted);
    expect((await meOf(browser)).session.way).toBe('oidc');
  });

  it('ends after ten minutes, and with a change of the settings', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const late = await organisation.visit(browser, email);
    world.server.clock.advance(601_000);
    expect((await browser.open(late)).to).toBe('/sign-in?refused=expired');
    const back = await organisation.visit(browser, email);
    await organisation.client.sso.put({ ...organisation.settings, client_secret: 'another' });
    expect((await browser.open(back)).to).toBe('/sign-in?refused=provider');
    expect(browser.isSignedIn()).toBe(false);
  });
});

describe('an address', () => {
  it('gets the same answer, whoever has it, by as many statements', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    const browser = openBrowser(world.server);
    const answers = [];
    for (const each of [email, `nobody@${organisation.domain}`, 'nobody@nowhere.example']) {
      const { status, text } = await browser.call('POST /sign-in/provider', { email: each });
      answers.push([status, text]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('leads to the provider by a verified domain alone, member or not', async () => {
    const organisation = await world.openConnected();
    const goes = async (email: string) => {
      const browser = openBrowser(world.server);
      await browser.call('POST /sign-in/provider', { email });
      return (await browser.open('/sso/begin')).to.split('?')[0];
    };
    const authorize = `${organisation.provider.issuer}/authorize`;
    expect(await goes(`nobody@${organisation.domain}`)).toBe(authorize);
    expect(await goes(`nobody@${organisation.domain.toUpperCase()}`)).toBe(authorize);
    expect(await goes(`nobody@sub.${organisation.domain}`)).toBe('/sign-in');
    await organisation.client.domains.create({ name: 'not-yet.example' });
    expect(await goes('nobody@not-yet.example')).toBe('/sign-in');
    await organisation.client.sso.disable();
    expect(await goes(`nobody@${organisation.domain}`)).toBe('/sign-in');
  });

  it('leads nowhere on a plan without it', async () => {
    const organisation = await world.openConnected();
    await world.setPlan(organisation.organisationId, 'pro');
    const browser = openBrowser(world.server);
    await browser.call('POST /sign-in/provider', { email: `ada@${organisation.domain}` });
    expect((await browser.open('/sso/begin')).to).toBe('/sign-in?refused=no_connection');
  });

  it('is begun by a page of the service alone', async () => {
    const reply = await fetch(`${world.server.baseUrl}/v1/sign-in/provider`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([403, 'foreign_origin']);
  });
});

describe('one organisation’s sign-on', () => {
  it('opens no other organisation, also for who is a member of both', async () => {
    const [one, other] = [await world.openConnected(), await world.openConnected()];
    const { email } = await addMember(one, 'ada');
    await signInAs(world.server, 'org_admin', { organisationId: other.organisationId, email });
    const { browser } = await one.signIn(email);
    const me = await meOf(browser);
    expect(me.organisation).toBe(one.organisationId);
    const reached = await browser.call(`GET /org/members/${other.admin.memberId}`);
    expect(reached.status).toBe(404);
    // The other provider vouches for an address that is none of its organisation's.
    other.provider.bend({ claims: { email, sub: 'mallory' } });
    const stranger = openBrowser(world.server);
    const back = await other.visit(stranger, `x@${other.domain}`);
    expect((await stranger.open(back)).to).toBe('/sign-in?refused=no_member');
    expect(stranger.isSignedIn()).toBe(false);
  });

  it('a state of one takes no answer of another', async () => {
    const [one, other] = [await world.openConnected(), await world.openConnected()];
    const { email } = await addMember(one, 'ada');
    const browser = openBrowser(world.server);
    const back = new URL(await one.visit(browser, email));
    back.searchParams.set('iss', other.provider.issuer);
    expect((await browser.open(back.href)).to).toBe('/sign-in?refused=provider');
    expect(browser.isSignedIn()).toBe(false);
  });
});

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
    // What the provider says of itself is kept for ten minutes, from before it offered that.
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
    await runDueJobs(world.server.context);
  });
});

describe('a tile of the provider', () => {
  it('begins a sign-in of ours in the browser, and none for a connection that is not on', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation, 'ada');
    organisation.provider.bend({ claims: { email, sub: email } });
    const browser = openBrowser(world.server);
    const { to } = await browser.open(organisation.connection.service.start_url!);
    expect((await browser.open(organisation.provider.visit(new URL(to)))).to).toBe('/sign-in');
    expect(browser.isSignedIn()).toBe(true);
    await organisation.client.sso.disable();
    expect((await browser.open(organisation.connection.service.start_url!)).to).toBe(
      '/sign-in?refused=no_connection',
    );
    expect((await browser.open('/sso/not-an-id/start')).status).toBe(404);
  });
});
