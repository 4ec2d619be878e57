import { describe, expect, it } from 'vitest';
import { beginOidc } from './begin-oidc.ts';
import { finishOidc } from './finish-oidc.ts';
import { startLyingProvider, type Lies } from './testing/start-lying-provider.ts';
import { authority, beginningOf, REDIRECT_URI, useOidcWorld } from './testing/use-oidc-world.ts';

const world = useOidcWorld();

describe('the browser is sent to the provider', () => {
  it('with PKCE, state and nonce, and with what a step-up asks for', async () => {
    const { net, settings } = world();
    const beginning = { ...beginningOf('ada'), freshLogin: true, loginHint: 'ada@acme.example' };
    const url = await beginOidc(net, settings, beginning);

    expect(url.origin + url.pathname).toBe(`${settings.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'inspections',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email profile',
      state: 'state-of-ada',
      nonce: 'nonce-of-ada',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
      prompt: 'login',
      max_age: '0',
      login_hint: 'ada@acme.example',
    });
    expect(url.href).not.toContain(beginning.verifier);
  });

  it('with the scope for groups where the provider has one', async () => {
    const { net, settings, provider } = world();
    provider.bend({ metadata: { scopes_supported: ['openid', 'groups'] } });
    const url = await beginOidc(net, settings, beginningOf('ada'));
    expect(url.searchParams.get('scope')).toBe('openid email profile groups');
  });
});

describe('what the browser brings back is refused, with its reason:', () => {
  it.each<[string, string, NonNullable<Lies['callback']>]>([
    ['the state of another sign-in', 'foreign_state', { state: 'state-of-eve' }],
    ['no state', 'foreign_state', { state: undefined }],
    ['an empty state', 'foreign_state', { state: '' }],
    ['the name of another provider', 'foreign_issuer', { iss: 'https://honest.example' }],
    ['no name of a provider that says it', 'missing_issuer', { iss: undefined }],
    ['no code', 'missing_code', { code: undefined }],
    ['an empty code', 'missing_code', { code: '' }],
    ['an ID token beside the code', 'invalid_answer', { id_token: 'a.b.c' }],
    ['a response in a token', 'invalid_answer', { response: 'a.b.c' }],
  ])('%s: %s', async (_, reason, callback) => {
    const { signIn, provider } = world();
    await expect(signIn({ callback })).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
    expect(provider.countAsked('/token')).toBe(0);
  });

  it.each(['code', 'state', 'iss', 'error'])('%s twice', async (name) => {
    const { net, settings, provider } = world();
    const url = new URL(provider.visit(await beginOidc(net, settings, beginningOf('ada'))));
    for (const value of ['one', 'two']) url.searchParams.append(name, value);
    const finishing = finishOidc(net, settings, {
      ...beginningOf('ada'),
      callbackUrl: url.href,
      authenticatedSince: null,
    });
    await expect(finishing).rejects.toMatchObject({ reason: 'repeated_parameter' });
    expect(provider.countAsked('/token')).toBe(0);
  });

  it('a code of another provider, which gets neither code nor verifier (mix-up)', async () => {
    const { net, settings, provider } = world();
    const evil = await startLyingProvider(authority.issue(), net.clock);
    try {
      const evilSettings = { ...settings, issuer: evil.issuer };
      await beginOidc(net, evilSettings, beginningOf('ada'));
      // The evil provider leads the browser on to the honest one, with the same state.
      const callbackUrl = provider.visit(await beginOidc(net, settings, beginningOf('ada')));
      const finishing = finishOidc(net, evilSettings, {
        ...beginningOf('ada'),
        callbackUrl,
        authenticatedSince: null,
      });
      await expect(finishing).rejects.toMatchObject({ reason: 'foreign_issuer' });
      expect(evil.countAsked('/token')).toBe(0);
    } finally {
      await evil.close();
    }
  });
});

describe('an error of the provider', () => {
  it('is told with its code and its words, as plain text', async () => {
    const callback = {
      code: undefined,
      error: 'access_denied',
      error_description: '<img src=x onerror=alert(1)>\u202eAda &amp; co\n"declined"',
    };
    await expect(world().signIn({ callback })).rejects.toMatchObject({
      reason: 'provider_error',
      message: 'The provider refused: access_denied (“img src=x onerror=alert(1) Ada amp; co declined”).',
    });
  });

  it('is told with bounded words', async () => {
    const callback = { code: undefined, error: 'server_error', error_description: '𝒳'.repeat(5_000) };
    await expect(world().signIn({ callback })).rejects.toMatchObject({
      message: `The provider refused: server_error (“${'𝒳'.repeat(200)}”).`,
    });
  });

  it('with a code that is none is not repeated', async () => {
    const callback = { code: undefined, error: '<script>', error_description: '' };
    await expect(world().signIn({ callback })).rejects.toMatchObject({
      message: 'The provider refused: an unknown error.',
    });
  });

  it('for a sign-in of another browser says that it is foreign, and nothing of the error', async () => {
    const callback = { error: 'access_denied', state: 'state-of-eve' };
    await expect(world().signIn({ callback })).rejects.toMatchObject({ reason: 'foreign_state' });
  });

  it.each<[string, string, number, string]>([
    ['a code that was used', 'code_refused', 400, 'invalid_grant'],
    ['a wrong secret', 'client_refused', 401, 'invalid_client'],
    ['a client that may not', 'client_refused', 400, 'unauthorized_client'],
    ['anything else', 'provider_error', 400, 'temporarily_unavailable'],
  ])('over %s is told as %s', async (_, reason, status, error) => {
    const signedIn = world().signIn({
      raw: {
        '/token': (response) =>
          response
            .writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' })
            .end(JSON.stringify({ error, error_description: 'secret words' })),
      },
    });
    await expect(signedIn).rejects.toMatchObject({
      reason,
      message: `The provider refused: ${error} (“secret words”).`,
    });
  });
});

describe('the client shows who it is', () => {
  it('by its secret in the body where the provider takes it there alone', async () => {
    const { signIn, provider } = world();
    await signIn({
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'] },
    });
    const { form, authorization } = provider.asked.find(({ path }) => path === '/token')!;
    expect([form.get('client_secret'), authorization]).toEqual(['secret', undefined]);
    expect(form.get('code_verifier')).toBe(beginningOf('ada').verifier);
    expect(form.get('redirect_uri')).toBe(REDIRECT_URI);
  });

  it.each([
    ['says nothing', {}],
    ['takes both', { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] }],
  ])('by its secret in the header where the provider %s', async (_, metadata) => {
    const { signIn, provider } = world();
    await signIn({ metadata }, { clientId: 'acme inspections', clientSecret: 's:e%c+r/e~t' });
    const { form, authorization } = provider.asked.find(({ path }) => path === '/token')!;
    expect([form.get('client_secret'), authorization]).toEqual([
      null,
      `Basic ${Buffer.from('acme+inspections:s%3Ae%25c%2Br%2Fe%7Et').toString('base64')}`,
    ]);
  });

  it('by PKCE alone where it has no secret', async () => {
    const { signIn, provider } = world();
    await signIn({}, { clientSecret: null });
    const { form, authorization } = provider.asked.find(({ path }) => path === '/token')!;
    expect([form.get('client_id'), form.get('client_secret'), authorization]).toEqual([
      'inspections',
      null,
      undefined,
    ]);
  });

  it('not at all where the provider takes no secret', async () => {
    const lies = { metadata: { token_endpoint_auth_methods_supported: ['private_key_jwt'] } };
    await expect(world().signIn(lies)).rejects.toMatchObject({ reason: 'no_client_authentication' });
  });
});
