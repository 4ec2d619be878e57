import { afterEach, describe, expect, it } from 'vitest';
import { beginOidc } from './begin-oidc.ts';
import { endOidc } from './end-oidc.ts';
import type { OidcNet } from './oidc-settings.ts';
import { readOidcProvider } from './read-oidc-provider.ts';
import { beginningOf, openNet, useOidcWorld } from './testing/use-oidc-world.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const world = useOidcWorld();

const opened: OidcNet[] = [];
afterEach(() => Promise.all(opened.splice(0).map((net) => net.providerFetch.close())));

describe('an issuer is refused, with its reason:', () => {
  it.each([
    ['http://login.example', 'invalid_issuer'],
    ['javascript:alert(1)', 'invalid_issuer'],
    ['https://user:password@login.example', 'invalid_issuer'],
    ['https://login.example/#fragment', 'invalid_issuer'],
    ['https://login.example/?tenant=a', 'invalid_issuer'],
    ['https://login.example/?', 'invalid_issuer'],
    [`https://login.example/${'a'.repeat(2_048)}`, 'invalid_issuer'],
    ['https://login.microsoftonline.com/common/v2.0', 'many_tenants'],
    ['https://login.microsoftonline.com/Organizations/v2.0', 'many_tenants'],
    ['https://login.microsoftonline.us/consumers/v2.0', 'many_tenants'],
    ['https://sts.windows.net/common/', 'many_tenants'],
    ['https://login.microsoftonline.com/{tenantid}/v2.0', 'many_tenants'],
    ['https://login.microsoftonline.com/%7Btenantid%7D/v2.0', 'many_tenants'],
  ])('%s: %s', async (issuer, reason) => {
    await expect(readOidcProvider(world().net, { issuer })).rejects.toMatchObject({
      name: 'ProviderRefusal',
      reason,
    });
  });

  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.0.0.1/realms/acme',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://login.example:6379/',
  ])('%s, where private networks are not admitted: blocked_address', async (issuer) => {
    const net = openNet(world().net.clock, { allowPrivateNetworks: false });
    opened.push(net);
    await expect(readOidcProvider(net, { issuer })).rejects.toMatchObject({ reason: 'blocked_address' });
  });

  it('a name that leads into a private network: blocked_address', async () => {
    const { clock } = world().net;
    const net = openNet(clock, { allowPrivateNetworks: false, resolve: () => Promise.resolve(['10.0.0.1']) });
    opened.push(net);
    const reading = readOidcProvider(net, { issuer: 'https://login.example' });
    await expect(reading).rejects.toMatchObject({ reason: 'blocked_address' });
  });
});

describe("a provider's word of itself", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['that names another issuer', 'foreign_issuer', { issuer: 'https://login.example' }],
    ['that names many tenants', 'many_tenants', { issuer: 'https://login.example/{tenantid}/v2.0' }],
    ['that names no issuer', 'invalid_metadata', { issuer: undefined }],
    ['that names no keys', 'invalid_metadata', { jwks_uri: undefined }],
    [
      'that leads a browser to a script',
      'invalid_metadata',
      { authorization_endpoint: 'javascript:alert(1)' },
    ],
    [
      'that leads a browser out of https',
      'invalid_metadata',
      { authorization_endpoint: 'http://login.example' },
    ],
    ['that has tokens without https', 'invalid_metadata', { token_endpoint: 'http://login.example/token' }],
    ['that ends sessions with a script', 'invalid_metadata', { end_session_endpoint: 'data:text/html,x' }],
    ['that lists a number', 'invalid_metadata', { response_types_supported: [7] }],
    [
      'that lists 1 001 scopes',
      'invalid_metadata',
      { scopes_supported: Array.from({ length: 1_001 }, String) },
    ],
    ['without the code flow', 'no_code_flow', { response_types_supported: ['id_token'] }],
    ['without PKCE by S256', 'no_pkce', { code_challenge_methods_supported: ['plain'] }],
    [
      'with no algorithm but a secret and none',
      'refused_algorithm',
      { id_token_signing_alg_values_supported: ['none', 'HS256'] },
    ],
  ])('%s is refused: %s', async (_, reason, metadata) => {
    const { net, provider, settings } = world();
    provider.bend({ metadata });
    await expect(readOidcProvider(net, settings)).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
  });

  it('is taken with null for what it does not offer, and without a list of PKCE', async () => {
    const metadata = {
      userinfo_endpoint: null,
      scopes_supported: null,
      code_challenge_methods_supported: undefined,
    };
    expect((await world().signIn({ metadata })).person.subject).toBe('ada');
  });

  it('is kept for ten minutes, and not after a failure', async () => {
    const { net, provider, settings } = world();
    provider.bend({ raw: { [DISCOVERY]: (response) => response.writeHead(404).end() } });
    await expect(readOidcProvider(net, settings)).rejects.toMatchObject({ reason: 'unexpected_status' });
    provider.bend({});
    await readOidcProvider(net, settings);
    net.clock.advance(599_999);
    await readOidcProvider(net, settings);
    expect(provider.countAsked(DISCOVERY)).toBe(2);
    net.clock.advance(1);
    await readOidcProvider(net, settings);
    expect(provider.countAsked(DISCOVERY)).toBe(3);
  });

  it('has its address in the sentence where the issuer was written otherwise', async () => {
    const { net, provider } = world();
    const reading = readOidcProvider(net, { issuer: `${provider.issuer}/` });
    await expect(reading).rejects.toMatchObject({
      message: `The provider calls itself ${provider.issuer}. Use that as the issuer, if it is yours.`,
    });
  });
});

describe('the end of a sign-in', () => {
  const ending = { idToken: 'a.b.c', postLogoutRedirectUri: 'https://service.example/sign-in' };

  it('is at the provider where it offers one', async () => {
    const { net, provider, settings } = world();
    provider.bend({ metadata: { end_session_endpoint: `${provider.issuer}/end?tenant=a` } });
    const url = await endOidc(net, settings, ending);
    expect(Object.fromEntries(url!.searchParams)).toEqual({
      tenant: 'a',
      client_id: 'inspections',
      post_logout_redirect_uri: 'https://service.example/sign-in',
      id_token_hint: 'a.b.c',
    });
    const long = await endOidc(net, settings, { ...ending, idToken: 'a'.repeat(4_097) });
    expect(long!.searchParams.has('id_token_hint')).toBe(false);
  });

  it('is in the service alone where the provider offers none, or does not answer', async () => {
    const { net, provider, settings } = world();
    expect(await endOidc(net, settings, ending)).toBeNull();
    net.clock.advance(600_000);
    provider.bend({ raw: { [DISCOVERY]: (response) => response.writeHead(503).end() } });
    expect(await endOidc(net, settings, ending)).toBeNull();
    await expect(beginOidc(net, settings, beginningOf('ada'))).rejects.toMatchObject({
      reason: 'unexpected_status',
    });
  });
});
