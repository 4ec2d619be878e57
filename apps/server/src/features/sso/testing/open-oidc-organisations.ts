import { createSafeFetch } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { PROVIDER_EGRESS } from '../../../platform/safe-fetch/ask-provider.ts';
import { createTestAuthority } from '../../../testing/create-test-authority.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { CLIENT_ID, startLyingProvider, type Lies } from '../oidc/testing/start-lying-provider.ts';
import { openBrowser, type Browser } from '../../../testing/open-browser.ts';
import { freshDomain, openSsoWorld } from './open-sso-world.ts';

export const authority = createTestAuthority();

export const openOidcOrganisations = async () => {
  const providerFetch = createSafeFetch({
    allowPrivateNetworks: true,
    ca: authority.ca,
    ...PROVIDER_EGRESS,
    timeoutMs: 20_000,
  });
  const world = await openSsoWorld({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }, { providerFetch });
  const { server } = world;
  const providers: { close: () => Promise<unknown> }[] = [];

  /** An organisation with a provider of its own, whose sign-on is on. */
  const openConnected = async (more: { just_in_time?: boolean } = {}) => {
    const organisation = await world.openOrganisation();
    const provider = await startLyingProvider(authority.issue(), server.clock);
    providers.push(provider);
    const domain = freshDomain();
    const settings = {
      protocol: 'oidc',
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: 'secret',
      ...more,
    } as const;
    const connection = await organisation.client.sso.put(settings);
    await organisation.verify(domain);
    await organisation.pass();
    await organisation.client.sso.activate();
    /** Goes to the provider and comes back, and gives the address that the provider sends the browser to. */
    const visit = async (browser: Browser, email: string, more: { return_path?: string } = {}) => {
      const begun = await browser.call('POST /sign-in/provider', { email, ...more });
      const { url } = JSON.parse(begun.text) as { url: string };
      const led = await browser.open(url);
      return provider.visit(new URL(led.to));
    };
    /** A whole sign-in of a person, of whom the provider tells this. */
    const signIn = async (email: string, claims: Lies['claims'] = {}, browser = openBrowser(server)) => {
      provider.bend({ claims: { email, sub: email, ...claims } });
      const back = await visit(browser, email);
      return { browser, reply: await browser.open(back) };
    };
    return { ...organisation, provider, domain, settings, connection, visit, signIn };
  };
  return {
    ...world,
    openConnected,
    close: async () => {
      await server.close();
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
};

export type OidcOrganisations = Awaited<ReturnType<typeof openOidcOrganisations>>;
export type Connected = Awaited<ReturnType<OidcOrganisations['openConnected']>>;

/** Reads of a world: who is signed in, what the chain says last, and another member of an organisation. */
export const readsOf = (read: () => OidcOrganisations) => ({
  meOf: async (browser: Browser) =>
    JSON.parse((await browser.call('GET /me')).text) as {
      organisation: string;
      member: string;
      role: string;
      session: { way: string };
    },
  lastEntry: async ({ organisationId }: Connected, kind: string) => {
    const row = await read().server.context.database.prisma.orgEntry.findFirst({
      where: { organisation_id: organisationId, kind },
      orderBy: { sequence: 'desc' },
    });
    return row?.payload as Record<string, unknown> | undefined;
  },
  addMember: ({ organisationId, domain }: Connected, name: string) =>
    signInAs(read().server, 'inspector', { organisationId, email: `${name}@${domain}` }),
});
