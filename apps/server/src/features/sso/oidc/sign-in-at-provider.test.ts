import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/create-fake-clock.ts';
import { beginOidc, type OidcBeginning } from './begin-oidc.ts';
import { endOidc } from './end-oidc.ts';
import { finishOidc } from './finish-oidc.ts';
import { USUAL_CLAIMS, type OidcSettings } from './oidc-settings.ts';
import { createBrowser, startHonestProvider } from './testing/start-honest-provider.ts';
import { authority, beginningOf, openNet, REDIRECT_URI } from './testing/use-oidc-world.ts';

const SIGN_IN = 'https://service.example/sign-in';
const SECRET = 's'.repeat(32);
const AFTER = { redirect_uris: [REDIRECT_URI], post_logout_redirect_uris: [SIGN_IN] };

let provider: Awaited<ReturnType<typeof startHonestProvider>>;
let browser: ReturnType<typeof createBrowser>;
const net = openNet(createFakeClock());

beforeEach(async () => {
  provider = await startHonestProvider(authority.issue(), [
    { ...AFTER, client_id: 'secret', client_secret: SECRET },
    { ...AFTER, client_id: 'public', token_endpoint_auth_method: 'none' },
  ]);
  browser = createBrowser(authority.ca);
});
afterEach(async () => {
  await browser.close();
  await provider.close();
});

const settingsOf = (clientId = 'secret', clientSecret: string | null = SECRET): OidcSettings => ({
  issuer: provider.issuer,
  clientId,
  clientSecret,
  claimMap: USUAL_CLAIMS,
});

const visit = async (settings: OidcSettings, beginning: OidcBeginning): Promise<string> =>
  browser.visit(await beginOidc(net, settings, beginning));

const finish = (
  settings: OidcSettings,
  beginning: OidcBeginning,
  callbackUrl: string,
  since: Date | null = null,
) => finishOidc(net, settings, { ...beginning, callbackUrl, authenticatedSince: since });

describe('at oidc-provider', () => {
  it.each([
    ['with its secret', 'secret', SECRET],
    ['with PKCE alone', 'public', null],
  ])('a client signs a member in %s', async (_, clientId, secret) => {
    const settings = settingsOf(clientId, secret);
    const beginning = beginningOf('ada');
    const { person } = await finish(settings, beginning, await visit(settings, beginning));
    expect(person).toMatchObject({
      subject: 'ada',
      email: 'ada@acme.example',
      emailVerified: true,
      displayName: 'Ada Lovelace',
      groups: [],
    });
  });

  it('a code works once', async () => {
    const beginning = beginningOf('ada');
    const callbackUrl = await visit(settingsOf(), beginning);
    await finish(settingsOf(), beginning, callbackUrl);
    await expect(finish(settingsOf(), beginning, callbackUrl)).rejects.toMatchObject({
      reason: 'code_refused',
    });
  });

  it('the code of another sign-in is refused, since its verifier is another', async () => {
    const stolen = new URL(await visit(settingsOf(), beginningOf('ada'))).searchParams.get('code')!;
    const beginning = beginningOf('eve');
    const callbackUrl = new URL(await visit(settingsOf(), beginning));
    callbackUrl.searchParams.set('code', stolen);
    await expect(finish(settingsOf(), beginning, callbackUrl.href)).rejects.toMatchObject({
      reason: 'code_refused',
    });
  });

  it('a wrong secret is told as such', async () => {
    const settings = settingsOf('secret', 'wrong'.repeat(8));
    const beginning = beginningOf('ada');
    const callbackUrl = await visit(settings, beginning);
    await expect(finish(settings, beginning, callbackUrl)).rejects.toMatchObject({
      reason: 'client_refused',
    });
  });

  it('who declines is told so', async () => {
    provider.decline();
    const beginning = beginningOf('ada');
    await expect(finish(settingsOf(), beginning, await visit(settingsOf(), beginning))).rejects.toMatchObject(
      {
        reason: 'provider_error',
        message: 'The provider refused: access_denied (“Ada declined”).',
      },
    );
  });

  it('a step-up has its person log in anew', async () => {
    const first = beginningOf('first');
    await finish(settingsOf(), first, await visit(settingsOf(), first));

    const since = net.clock.now();
    const stepUp = { ...beginningOf('step-up'), freshLogin: true };
    const { authTime } = await finish(settingsOf(), stepUp, await visit(settingsOf(), stepUp), since);
    expect(authTime!.getTime()).toBeGreaterThan(since.getTime() - 30_000);
  });

  it('a sign-out leads to the provider, which knows whose it is', async () => {
    const beginning = beginningOf('ada');
    const { idToken } = await finish(settingsOf(), beginning, await visit(settingsOf(), beginning));
    const url = await endOidc(net, settingsOf(), { idToken, postLogoutRedirectUri: SIGN_IN });
    expect(await browser.ask(url!)).toContain('/session/end/confirm');
  });
});
