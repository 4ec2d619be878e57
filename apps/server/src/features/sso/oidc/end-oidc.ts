import { buildEndSessionUrl } from 'openid-client';
import { ProviderRefusal } from '../provider-refusal.ts';
import { openClient } from './open-client.ts';
import type { OidcNet, OidcSettings } from './oidc-settings.ts';
import { readOidcProvider } from './read-oidc-provider.ts';

/** Characters: servers refuse addresses that are much longer. */
const MAX_HINT = 4_096;

export type OidcEnd = {
  /** Says whose session ends, so that nobody is asked; null where it was not kept. */
  idToken: string | null;
  postLogoutRedirectUri: string;
};

/** OpenID Connect RP-Initiated Logout 1.0. Null: the provider offers none, or does not answer now. */
export const endOidc = async (
  net: OidcNet,
  settings: OidcSettings,
  { idToken, postLogoutRedirectUri }: OidcEnd,
): Promise<URL | null> => {
  try {
    const provider = await readOidcProvider(net, settings);
    if (!provider.end_session_endpoint) return null;
    return buildEndSessionUrl(openClient(net, settings, provider), {
      post_logout_redirect_uri: postLogoutRedirectUri,
      ...(idToken !== null && idToken.length <= MAX_HINT ? { id_token_hint: idToken } : {}),
    });
  } catch (error) {
    if (error instanceof ProviderRefusal) return null;
    throw error;
  }
};
