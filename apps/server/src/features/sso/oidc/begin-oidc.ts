import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { openClient } from './open-client.ts';
import type { OidcNet, OidcSettings } from './oidc-settings.ts';
import { readOidcProvider, type OidcProvider } from './read-oidc-provider.ts';

export type OidcBeginning = {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE's: 43 to 128 characters. */
  verifier: string;
  /** Asks for a login now, whoever is signed in at the provider: for a step-up. */
  freshLogin: boolean;
  loginHint: string | null;
};

/**
 * Says where a browser goes to sign in at a provider.
 *
 * @throws {ProviderRefusal} where the provider can't be used
 */
export const beginOidc = async (
  net: OidcNet,
  settings: OidcSettings,
  { redirectUri, state, nonce, verifier, freshLogin, loginHint }: OidcBeginning,
): Promise<URL> => {
  const provider = await readOidcProvider(net, settings);
  return buildAuthorizationUrl(openClient(net, settings, provider), {
    redirect_uri: redirectUri,
    scope: chooseScope(provider),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(freshLogin ? { prompt: 'login', max_age: '0' } : {}),
    ...(loginHint === null ? {} : { login_hint: loginHint }),
  });
};

// Okta and others give groups only to who asks; where the scope is unknown it may be an error to ask for it.
const chooseScope = ({ scopes_supported: offered = [] }: OidcProvider): string =>
  ['openid', 'email', 'profile', ...(offered.includes('groups') ? ['groups'] : [])].join(' ');
