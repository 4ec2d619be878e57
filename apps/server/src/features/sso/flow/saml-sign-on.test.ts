import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../../../testing/sign-in.ts';
import { issueSigner } from '../saml/testing/issue-signer.ts';
import { openBrowser } from '../../../testing/open-browser.ts';
import { openSamlOrganisations, type SamlOrganisations } from '../testing/open-saml-organisations.ts';

let world: SamlOrganisations;
beforeAll(async () => {
  world = await openSamlOrganisations();
});
afterAll(() => world.close());

type Connected = Awaited<ReturnType<SamlOrganisations['openConnected']>>;

const addMember = (organisation: Connected, name = 'maria') =>
  signInAs(world.server, 'inspector', {
    organisationId: organisation.organisationId,
    email: `${name}@${organisation.domain}`,
  });

const meOf = async (browser: ReturnType<typeof openBrowser>) =>
  JSON.parse((await browser.call('GET /me')).text) as { member: string; session: { way: string } };

const reasonOf = async ({ organisationId }: Connected) => {
  const row = await world.server.context.database.prisma.orgEntry.findFirst({
    where: { organisation_id: organisationId, kind: 'member.sign_in_refused' },
    orderBy: { sequence: 'desc' },
  });
  return (row?.payload as { reason?: string } | undefined)?.reason;
};

describe('a sign-in at a provider of SAML', () => {
  it('signs in the member with the address, by a post that brings no cookie and a request that does', async () => {
    const organisation = await world.openConnected();
    const { memberId, email } = await addMember(organisation);
    const { browser, posted, reply } = await organisation.signIn(email);
    expect([posted.status, posted.to]).toEqual([303, expect.stringMatching(/\/finish\?handover=[\w-]{43}$/)]);
    expect(posted.headers.getSetCookie()).toEqual([]);
    expect([reply.status, reply.to]).toEqual([303, '/sign-in']);
    expect(await meOf(browser)).toMatchObject({ member: memberId, session: { way: 'saml' } });
  });

  it('asks as its metadata say', async () => {
    const organisation = await world.openConnected();
    const { xml } = await organisation.begin(openBrowser(world.server), `a@${organisation.domain}`);
    expect(xml).toContain(`AssertionConsumerServiceURL="${organisation.acsUrl}"`);
    const metadata = await fetch(organisation.entityId);
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const text = await metadata.text();
    expect(text).toContain(`entityID="${organisation.entityId}"`);
    expect(text).toContain(`Location="${organisation.acsUrl}"`);
  });

  it('makes a member where just-in-time is on', async () => {
    const organisation = await world.openConnected({ just_in_time: true });
    const { browser } = await organisation.signIn(`new@${organisation.domain}`);
    const { member } = await meOf(browser);
    expect(await organisation.client.members.get(member)).toMatchObject({
      name: 'Maria Gómez',
      role: 'observer',
    });
  });
});

describe('an answer is for one request, one browser and one session', () => {
  it('posted once more it signs nobody in', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    const { relayState, requestId } = await organisation.begin(browser, email);
    const answer = organisation.answer({ requestId, nameId: email });
    await organisation.post(browser, answer, relayState);
    expect((await organisation.post(browser, answer, relayState)).to).toBe('/sign-in?refused=expired');
  });

  it('posted twenty times at once it makes one handover, and that one session', async () => {
    const organisation = await world.openConnected();
    const { memberId, email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    const { relayState, requestId } = await organisation.begin(browser, email);
    const answer = organisation.answer({ requestId, nameId: email });
    const posts = await Promise.all(
      Array.from({ length: 20 }, () => organisation.post(browser, answer, relayState)),
    );
    const [handed, ...more] = posts.filter(({ to }) => to.includes('handover'));
    expect(more).toEqual([]);
    const held = Object.fromEntries(browser.jar);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => openBrowser(world.server, held).open(handed!.to)),
    );
    expect(replies.filter(({ to }) => to === '/sign-in')).toHaveLength(1);
    const where = { member_id: memberId, kind: 'session', way: 'saml' };
    expect(await world.server.context.database.prisma.credential.count({ where })).toBe(1);
  });

  it('another browser gets nothing of a handover, and uses nothing up', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    const { relayState, requestId } = await organisation.begin(browser, email);
    const { to } = await organisation.post(
      browser,
      organisation.answer({ requestId, nameId: email }),
      relayState,
    );
    const stranger = openBrowser(world.server);
    await organisation.begin(stranger, email);
    for (const each of [stranger, openBrowser(world.server)]) {
      expect((await each.open(to)).to).toBe('/sign-in?refused=expired');
      expect(each.isSignedIn()).toBe(false);
    }
    expect((await browser.open(to)).to).toBe('/sign-in');
  });

  it('a handover is over after a minute', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    const { relayState, requestId } = await organisation.begin(browser, email);
    const { to } = await organisation.post(
      browser,
      organisation.answer({ requestId, nameId: email }),
      relayState,
    );
    world.server.clock.advance(61_000);
    expect((await browser.open(to)).to).toBe('/sign-in?refused=expired');
  });

  it('the answer to another request is refused, and told', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    const { requestId } = await organisation.begin(browser, email);
    const { relayState } = await organisation.begin(browser, email);
    const reply = await organisation.post(
      browser,
      organisation.answer({ requestId, nameId: email }),
      relayState,
    );
    expect([reply.to, await reasonOf(organisation)]).toEqual([
      '/sign-in?refused=provider',
      'unknown_request',
    ]);
  });

  it('and so is what another provider has signed', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const { posted } = await organisation.signIn(email, {}, issueSigner('P-256'));
    expect([posted.to, await reasonOf(organisation)]).toEqual([
      '/sign-in?refused=provider',
      'foreign_signature',
    ]);
  });

  it('an organisation’s answer opens no other, though both trust the provider', async () => {
    const [one, other] = [await world.openConnected(), await world.openConnected()];
    const { email } = await addMember(one);
    const browser = openBrowser(world.server);
    const { relayState, requestId } = await one.begin(browser, email);
    const answer = one.answer({ requestId, nameId: email });
    expect((await other.post(browser, answer, relayState)).to).toBe('/sign-in?refused=expired');
    const own = await other.begin(browser, `x@${other.domain}`);
    expect((await other.post(browser, answer, own.relayState)).to).toBe('/sign-in?refused=provider');
    expect(browser.isSignedIn()).toBe(false);
  });
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('what nobody asked for', () => {
  it('is not read: it begins a sign-in of ours', async () => {
    const organisation = await world.openConnected();
    const { email } = await addMember(organisation);
    const browser = openBrowser(world.server);
    for (const relayState of [undefined, '', 'https://evil.example']) {
      const reply = await organisation.post(browser, 'not even base64 <>', relayState);
      expect(reply.to).toBe(`/sso/${organisation.connection.id}/start`);
    }
    const { relayState, requestId } = organisation.readVisit(await browser.tap(organisation.connection.id!));
    const posted = await organisation.post(
      browser,
      organisation.answer({ requestId, nameId: email }),
      relayState,
    );
    expect((await browser.open(posted.to)).to).toBe('/sign-in');
    expect(browser.isSignedIn()).toBe(true);
  });

  it.each([
    ['another type', { headers: { 'content-type': 'application/json' }, body: '{}' }, 415],
    ['a body without end', { headers: FORM, body: `SAMLResponse=${'A'.repeat(700_000)}` }, 413],
    ['nothing', { headers: FORM, body: '' }, 303],
  ])('of %s is answered without a fault', async (_, init, status) => {
    const { acsUrl } = await world.openConnected();
    const reply = await fetch(acsUrl, { method: 'POST', redirect: 'manual', ...init });
    expect(reply.status).toBe(status);
  });

  it('a link that is opened posts nothing', async () => {
    const { acsUrl } = await world.openConnected();
    const reply = await fetch(acsUrl);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the pages on the way', () => {
  it('are no frame, keep nothing, and send no referrer', async () => {
    const reply = await fetch(`${world.server.baseUrl}/sso/begin`, { redirect: 'manual' });
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([reply.headers.get('cache-control'), reply.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });
});
