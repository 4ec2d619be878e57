import { afterEach, beforeEach } from 'vitest';
import { PROVIDER_EGRESS } from '../../../../platform/safe-fetch/ask-provider.ts';
import { createSafeFetch, type SafeFetchOptions } from '../../../../platform/safe-fetch/create-safe-fetch.ts';
import { createFakeClock, type FakeClock } from '../../../../testing/create-fake-clock.ts';
import { createTestAuthority } from '../../../../testing/create-test-authority.ts';
import { beginOidc, type OidcBeginning } from '../begin-oidc.ts';
import { finishOidc, type OidcReturn, type OidcSignIn } from '../finish-oidc.ts';
import { USUAL_CLAIMS, type OidcNet, type OidcSettings } from '../oidc-settings.ts';
import { CLIENT_ID, startLyingProvider, type Lies, type LyingProvider } from './start-lying-provider.ts';

export const REDIRECT_URI = 'https://service.example/sso/oidc/callback';

/** As the service makes it for each sign-in: each part is of that one alone. */
export const beginningOf = (name: string): OidcBeginning => ({
  redirectUri: REDIRECT_URI,
  state: `state-of-${name}`,
  nonce: `nonce-of-${name}`,
  verifier: `verifier-of-${name}-`.padEnd(43, 'v'),
  freshLogin: false,
  loginHint: null,
});

export const authority = createTestAuthority();

export const openNet = (
  clock: FakeClock,
  options: Partial<SafeFetchOptions> = {},
): OidcNet & { clock: FakeClock } => ({
  clock,
  providerFetch: createSafeFetch({
    allowPrivateNetworks: true,
    ca: authority.ca,
    ...PROVIDER_EGRESS,
    // A loaded machine keeps the deadline, too.
    timeoutMs: 20_000,
    ...options,
  }),
});

export type OidcWorld = {
  net: OidcNet & { clock: FakeClock };
  provider: LyingProvider;
  settings: OidcSettings;
  /** A whole sign-in at a provider that lies so. */
  signIn: (lies?: Lies, changes?: Partial<OidcReturn & OidcSettings>) => Promise<OidcSignIn>;
};

/** Opens a provider that can be bent, and a service that knows it, anew for each test. */
export const useOidcWorld = (options: Partial<SafeFetchOptions> = {}): (() => OidcWorld) => {
  let world: OidcWorld | undefined;
  beforeEach(async () => {
    const clock = createFakeClock(new Date('2031-05-04T12:00:00Z'));
    const provider = await startLyingProvider(authority.issue(), clock);
    const net = openNet(clock, options);
    const settings = {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: 'secret',
      claimMap: USUAL_CLAIMS,
    };
    const signIn: OidcWorld['signIn'] = async (lies = {}, changes = {}) => {
      provider.bend(lies);
      const own = { ...settings, ...changes };
      const beginning = beginningOf('ada');
      const callbackUrl = provider.visit(await beginOidc(net, own, beginning));
      return finishOidc(net, own, { callbackUrl, authenticatedSince: null, ...beginning, ...changes });
    };
    world = { net, provider, settings, signIn };
  });
  afterEach(async () => {
    await world?.net.providerFetch.close();
    await world?.provider.close();
  });
  return () => world!;
};
