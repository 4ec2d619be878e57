import { describe, expect, it } from 'vitest';
import type { SafeFetch, SafeFetchRequest } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { beginOidc } from './begin-oidc.ts';
import { finishOidc, type OidcSignIn } from './finish-oidc.ts';
import { CLIENT_ID, type Lies } from './testing/start-lying-provider.ts';
import { beginningOf, useOidcWorld } from './testing/use-oidc-world.ts';

const world = useOidcWorld();

type Known = {
  issuer: string;
  authorize: string;
  token: string;
  keys: string;
  userinfo: string;
  metadata: Record<string, unknown>;
  /** The claims of its ID tokens, beside iss, aud, nonce, iat and exp. */
  claims: Record<string, unknown>;
};

const GOOGLE: Known = {
  issuer: 'https://accounts.google.com',
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
  userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
  metadata: {
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  claims: {
    azp: CLIENT_ID,
    sub: '110169484474386276334',
    hd: 'acme.example',
    email: 'ada@acme.example',
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://lh3.googleusercontent.com/a/ada',
    given_name: 'Ada',
    family_name: 'Lovelace',
  },
};

const TENANT = '9122040d-6c67-4c5b-b112-36a304b66dad';
const LOGIN = `https://login.microsoftonline.com/${TENANT}`;

const ENTRA: Known = {
  issuer: `${LOGIN}/v2.0`,
  authorize: `${LOGIN}/oauth2/v2.0/authorize`,
  token: `${LOGIN}/oauth2/v2.0/token`,
  keys: `${LOGIN}/discovery/v2.0/keys`,
  userinfo: 'https://graph.microsoft.com/oidc/userinfo',
  metadata: {
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    code_challenge_methods_supported: undefined,
    tenant_region_scope: 'EU',
  },
  claims: {
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    oid: '6467882c-fdfd-4354-a1ed-4e13f064be25',
    tid: TENANT,
    preferred_username: 'ada@acme.example',
    name: 'Ada Lovelace',
    ver: '2.0',
    email: undefined,
    email_verified: undefined,
    groups: undefined,
  },
};

const OKTA: Known = {
  issuer: 'https://acme.okta.com',
  authorize: 'https://acme.okta.com/oauth2/v1/authorize',
  token: 'https://acme.okta.com/oauth2/v1/token',
  keys: 'https://acme.okta.com/oauth2/v1/keys',
  userinfo: 'https://acme.okta.com/oauth2/v1/userinfo',
  metadata: {
    scopes_supported: ['openid', 'email', 'profile', 'address', 'phone', 'offline_access', 'groups'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'],
  },
  claims: {
    sub: '00uid4BxXw6I6TV4m0g3',
    ver: 1,
    jti: 'ID.4eAWJOCMB3SX8XewDfVR',
    amr: ['pwd'],
    idp: '00ok1u7AsAkrwdZL3z0g3',
    preferred_username: 'ada@acme.example',
    email: 'ada@acme.example',
    email_verified: undefined,
    name: 'Ada Lovelace',
    groups: ['Everyone', 'Roof inspectors'],
  },
};

/** Lets the provider of the test answer at the addresses of a known one, and no other be asked. */
const standInFor = ({ issuer, token, keys, userinfo }: Known) => {
  const { net, provider } = world();
  const paths: Record<string, string> = {
    [`${issuer}/.well-known/openid-configuration`]: '/.well-known/openid-configuration',
    ...{ [token]: '/token', [keys]: '/keys', [userinfo]: '/userinfo' },
  };
  const ask = (request: SafeFetchRequest) => {
    const path = paths[request.url];
    if (path === undefined) throw new Error(`${request.url} is no address of the provider`);
    return net.providerFetch({ ...request, url: provider.issuer + path });
  };
  return { ...net, providerFetch: Object.assign(ask, { close: net.providerFetch.close }) as SafeFetch };
};

const signInAt = async (
  known: Known,
  { claims = {}, ...lies }: Lies = {},
): Promise<OidcSignIn & { asked: URL }> => {
  const { provider, settings } = world();
  const { issuer, authorize, token, keys, userinfo, metadata } = known;
  const net = standInFor(known);
  const own = { ...settings, issuer };
  provider.bend({
    metadata: {
      ...{ issuer, authorization_endpoint: authorize, token_endpoint: token },
      ...{ jwks_uri: keys, userinfo_endpoint: userinfo },
      authorization_response_iss_parameter_supported: undefined,
      ...metadata,
    },
    callback: { iss: undefined },
    claims: { iss: issuer, groups: undefined, ...known.claims, ...claims },
    userinfo: { sub: known.claims['sub'] },
    ...lies,
  });
  const beginning = beginningOf('ada');
  const asked = await beginOidc(net, own, beginning);
  const callbackUrl = provider.visit(asked);
  return { ...(await finishOidc(net, own, { callbackUrl, authenticatedSince: null, ...beginning })), asked };
};

describe('a sign-in at Google', () => {
  it('of a company’s account says who it is, with an address that is vouched for and without groups', async () => {
    const { person, asked } = await signInAt(GOOGLE);
    expect(asked.href).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    expect(asked.searchParams.get('scope')).toBe('openid email profile');
    expect(person).toMatchObject({
      ...{ subject: '110169484474386276334', email: 'ada@acme.example', emailVerified: true },
      ...{ displayName: 'Ada Lovelace', groups: [] },
    });
    expect(person.claims['hd']).toBe('acme.example');
  });

  it.each<[string, string, Lies['claims']]>([
    ['a personal account, whatever its address', 'personal_account', { hd: undefined }],
    ['the issuer of old, without https', 'foreign_issuer', { iss: 'accounts.google.com' }],
    ['a token for another client', 'foreign_audience', { azp: 'other' }],
  ])('is refused: %s', async (_, reason, claims = {}) => {
    await expect(signInAt(GOOGLE, { claims })).rejects.toMatchObject({ reason });
  });

  it('tells an address that Google has not verified as such', async () => {
    const { person } = await signInAt(GOOGLE, { claims: { email_verified: false } });
    expect(person.emailVerified).toBe(false);
  });
});

describe('a sign-in at Microsoft Entra ID', () => {
  it('takes the name of the account for the address where there is no other, which nobody vouches for', async () => {
    const { person, asked } = await signInAt(ENTRA);
    expect(asked.pathname).toBe(`/${TENANT}/oauth2/v2.0/authorize`);
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(person).toMatchObject({
      subject: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      ...{ email: 'ada@acme.example', emailVerified: null, displayName: 'Ada Lovelace', groups: [] },
    });
    expect(person.claims).toMatchObject({ tid: TENANT, oid: '6467882c-fdfd-4354-a1ed-4e13f064be25' });
  });

  it('has the ids of groups where the application asks for them, and the address before the name', async () => {
    const groups = ['0760b6cf-170e-4a14-91b3-4b78e0739963'];
    const { person } = await signInAt(ENTRA, { claims: { groups, email: 'ada.lovelace@acme.example' } });
    expect(person).toMatchObject({ groups, email: 'ada.lovelace@acme.example', emailVerified: null });
  });

  it('is refused for a person of another tenant, and for the issuer of all of them', async () => {
    const foreign = ENTRA.issuer.replace(TENANT, '72f988bf-86f1-41af-91ab-2d7cd011db47');
    await expect(signInAt(ENTRA, { claims: { iss: foreign } })).rejects.toMatchObject({
      reason: 'foreign_issuer',
    });
    const common = { ...ENTRA, issuer: 'https://login.microsoftonline.com/common/v2.0' };
    await expect(signInAt(common)).rejects.toMatchObject({ reason: 'many_tenants' });
  });
});

describe('a sign-in at Okta', () => {
  it('asks for groups, and says who it is', async () => {
    const { person, asked } = await signInAt(OKTA);
    expect(asked.searchParams.get('scope')).toBe('openid email profile groups');
    expect(person).toMatchObject({
      ...{ subject: '00uid4BxXw6I6TV4m0g3', email: 'ada@acme.example', emailVerified: null },
      ...{ displayName: 'Ada Lovelace', groups: ['Everyone', 'Roof inspectors'] },
    });
  });

  it('takes of userinfo what the token leaves out', async () => {
    const { sub } = OKTA.claims;
    const userinfo = { sub, email: 'ada@acme.example', email_verified: true, groups: ['Everyone'] };
    const { person } = await signInAt(OKTA, { claims: { email: undefined, groups: undefined }, userinfo });
    expect(person).toMatchObject({ email: 'ada@acme.example', emailVerified: true, groups: ['Everyone'] });
    await expect(
      signInAt(OKTA, { claims: { groups: undefined }, userinfo: { ...userinfo, sub: 'eve' } }),
    ).rejects.toMatchObject({ name: 'ProviderRefusal' });
  });
});
