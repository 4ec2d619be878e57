import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../../../testing/sign-in.ts';
import { openBrowser } from '../../../testing/open-browser.ts';
import {
  openOidcOrganisations,
  readsOf,
  type OidcOrganisations,
} from '../testing/open-oidc-organisations.ts';

let world: OidcOrganisations;
beforeAll(async () => {
  world = await openOidcOrganisations();
});
afterAll(() => world.close());

const { meOf, lastEntry, addMember } = readsOf(() => world);

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
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' };
    const body = JSON.stringify({ email: 'ada@example.com' });
    const reply = await fetch(`${world.server.baseUrl}/v1/sign-in/provider`, {
      method: 'POST',
      headers,
      body,
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
