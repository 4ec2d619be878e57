import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDER_EGRESS } from '../../../../platform/safe-fetch/ask-provider.ts';
import { createSafeFetch } from '../../../../platform/safe-fetch/create-safe-fetch.ts';
import { createTestAuthority } from '../../../../testing/create-test-authority.ts';
import { openBrowser, type Browser } from '../../../../testing/open-browser.ts';
import { signInAs } from '../../../../testing/sign-in.ts';
import { openSsoWorld, type SsoWorld } from '../../testing/open-sso-world.ts';
import { openFormBrowser } from '../../testing/sign-in-at-forms.ts';
import { hasSimpleSamlPhp, startSimpleSamlPhp } from '../../testing/start-simplesamlphp.ts';

const WHY_SKIPPED = hasSimpleSamlPhp ? '' : ' (skipped: it is not there; see script/fetch-simplesamlphp)';

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BY_UID = {
  NameIDFormat: PERSISTENT,
  authproc: { 3: { class: 'saml:AttributeNameID', attribute: 'uid', Format: PERSISTENT } },
};

const authority = createTestAuthority();
const ADA = { username: 'ada', password: 'correct horse' };

describe.skipIf(!hasSimpleSamlPhp)(`SimpleSAMLphp as the provider of a company${WHY_SKIPPED}`, () => {
  let world: SsoWorld;
  let provider: Awaited<ReturnType<typeof startSimpleSamlPhp>>;
  let organisation: Awaited<ReturnType<SsoWorld['openOrganisation']>>;
  let service: { entityId: string; acsUrl: string };

  beforeAll(async () => {
    const egress = { allowPrivateNetworks: true, ca: authority.ca, ...PROVIDER_EGRESS, timeoutMs: 60_000 };
    world = await openSsoWorld(
      { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
      { providerFetch: createSafeFetch(egress) },
    );
    const attributes = {
      uid: ['ada'],
      mail: ['ada@acme.example'],
      displayName: ['Ada Lovelace'],
      groups: ['a & b', '<c>'],
    };
    provider = await startSimpleSamlPhp(authority.issue(), [
      { name: ADA.username, password: ADA.password, attributes },
    ]);
    organisation = await world.openOrganisation();
    await organisation.verify('acme.example');
    const { service: given } = await organisation.client.sso.put({
      protocol: 'saml',
      metadata_url: provider.metadataUrl,
    });
    service = { entityId: given.entity_id!, acsUrl: given.acs_url! };
    await provider.register(service, BY_UID);
  });
  afterAll(async () => {
    await provider.close();
    await world.server.close();
  });

  /** Goes where the service leads to, signs in there, and brings back what the provider posts. */
  const visit = async (browser: Browser, url: string) => {
    world.server.clock.set(new Date());
    const pages = openFormBrowser(authority.ca);
    const { action, fields } = await pages.signIn((await browser.open(url)).to, ADA);
    await pages.close();
    world.server.clock.set(new Date());
    const posted = await browser.postForm(action, fields);
    return browser.open(posted.to);
  };
  const begin = async (browser: Browser, route: string, body?: object) =>
    (JSON.parse((await browser.call(route, body)).text) as { url: string }).url;

  it('is tested, activated, and signs in the member with the address', async () => {
    const member = await signInAs(world.server, 'inspector', {
      organisationId: organisation.organisationId,
      email: 'ada@acme.example',
    });
    const [name = '', token = ''] = organisation.admin.cookie.split('=');
    const admin = openBrowser(world.server, { [name]: token });
    expect((await visit(admin, await begin(admin, 'POST /org/sso/test'))).to).toBe('/sign-in?sso_test');
    expect(await organisation.client.sso.getTest()).toMatchObject({
      outcome: 'passed',
      sentence: null,
      subject: 'ada',
      email: 'ada@acme.example',
      name: 'Ada Lovelace',
      groups: ['a & b', '<c>'],
      becomes: 'linked',
      member: member.memberId,
    });
    await organisation.client.sso.activate();
    const browser = openBrowser(world.server);
    const url = await begin(browser, 'POST /sign-in/provider', { email: 'ada@acme.example' });
    expect((await visit(browser, url)).to).toBe('/sign-in');
    expect(JSON.parse((await browser.call('GET /me')).text)).toMatchObject({
      member: member.memberId,
      session: { way: 'saml' },
    });
  });

  it('asks anew who it is for a step-up', async () => {
    const browser = openBrowser(world.server);
    const url = await begin(browser, 'POST /sign-in/provider', { email: 'ada@acme.example' });
    await visit(browser, url);
    const before = browser.jar.get('__Host-fis_session');
    expect((await visit(browser, await begin(browser, 'POST /me/step-up/provider', {}))).to).toBe('/sign-in');
    expect(browser.isSignedIn()).toBe(true);
    expect(browser.jar.get('__Host-fis_session')).not.toBe(before);
  });

  it('with the transient NameID of its usual settings, signs nobody in, and the test says why', async () => {
    await provider.register(service);
    const [name = '', token = ''] = organisation.admin.cookie.split('=');
    const admin = openBrowser(world.server, { [name]: token });
    await visit(admin, await begin(admin, 'POST /org/sso/test'));
    expect(await organisation.client.sso.getTest()).toMatchObject({
      outcome: 'refused',
      reason: 'unusable_subject',
      sentence: 'The NameID must be persistent, an e-mail address or unspecified.',
    });
  });
});
