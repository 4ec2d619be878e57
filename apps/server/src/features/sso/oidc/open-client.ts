import {
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
} from 'openid-client';
import { fetchFromProvider, judgeContentType } from './fetch-from-provider.ts';
import type { OidcNet, OidcSettings } from './oidc-settings.ts';
import { readKeys } from './read-keys.ts';
import type { OidcProvider } from './read-oidc-provider.ts';
import { refuseOidc } from './refuse-oidc.ts';

/** The library reads the host's clock. `judge-id-token.ts` judges all times, by the service's. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Opens openid-client for one exchange. It checks the signature of the ID token, too, which it does not do by itself,
 * with keys that are kept from one exchange to the next.
 *
 * @throws {ProviderRefusal} `no_client_authentication`
 */
export const openClient = (net: OidcNet, settings: OidcSettings, provider: OidcProvider): Configuration => {
  const client = new Configuration(
    provider,
    settings.clientId,
    { [clockTolerance]: ANY_TIME },
    chooseAuthentication(settings, provider),
  );
  enableNonRepudiationChecks(client);
  let kid: string | undefined;
  client[customFetch] = async (url, request) => {
    if (url === new URL(provider.jwks_uri).href) {
      return Response.json({ keys: await readKeys(net, provider.jwks_uri, kid) });
    }
    const answer = await fetchFromProvider(net, url, request);
    judgeContentType(answer, 'what was asked for');
    if (url === new URL(provider.token_endpoint).href) kid = await peekKid(answer.clone());
    return answer;
  };
  return client;
};

const chooseAuthentication = (
  { clientSecret }: OidcSettings,
  { token_endpoint_auth_methods_supported: offered = ['client_secret_basic'] }: OidcProvider,
): ClientAuth => {
  if (clientSecret === null) return None();
  // Clients are registered for the header if a provider offers both, unless somebody says otherwise.
  if (offered.includes('client_secret_basic')) return ClientSecretBasic(clientSecret);
  if (offered.includes('client_secret_post')) return ClientSecretPost(clientSecret);
  throw refuseOidc(
    'no_client_authentication',
    'The provider takes a client secret neither in the body nor in the header of a request.',
  );
};

/** Reads which key is named, so that one which is not kept is asked for. Nothing is judged by it. */
const peekKid = async (answer: Response): Promise<string | undefined> => {
  try {
    const { id_token: idToken } = (await answer.json()) as { id_token: string };
    const { kid } = readPart(idToken, 0);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    // The library says what is wrong with it.
    return undefined;
  }
};

/** Decodes a part of a token without a look at its signature. */
export const readPart = (token: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.', 2)[part] ?? '', 'base64url').toString()) as Record<string, unknown>;
