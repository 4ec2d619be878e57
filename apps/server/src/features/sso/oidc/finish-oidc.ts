import { authorizationCodeGrant, fetchUserInfo, type Configuration, type IDToken } from 'openid-client';
import type { ProvidedPerson } from '../provided-person.ts';
import { explainFailure } from './explain-failure.ts';
import { judgeAccessToken, judgeIdToken } from './judge-id-token.ts';
import { openClient, readPart } from './open-client.ts';
import type { OidcClaimMap, OidcNet, OidcSettings } from './oidc-settings.ts';
import { readOidcProvider } from './read-oidc-provider.ts';
import { readPerson, type Claims } from './read-person.ts';
import { refuseOidc } from './refuse-oidc.ts';

export type OidcReturn = {
  /** As the browser came back, with its query. */
  callbackUrl: string;
  /** These four are those of the beginning. */
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** For a step-up, when it began; null where any login will do. */
  authenticatedSince: Date | null;
};

export type OidcSignIn = { person: ProvidedPerson; idToken: string; authTime: Date | null };

/**
 * Takes the code that a browser brought back, and says who signed in.
 *
 * @throws {ProviderRefusal} with one of `OidcReason`
 */
export const finishOidc = async (
  net: OidcNet,
  settings: OidcSettings,
  { callbackUrl, redirectUri, state, nonce, verifier, authenticatedSince }: OidcReturn,
): Promise<OidcSignIn> => {
  const provider = await readOidcProvider(net, settings);
  const client = openClient(net, settings, provider);
  // The code is redeemed with the address that it was asked for, whichever the browser came to.
  const returned = new URL(redirectUri);
  returned.search = new URL(callbackUrl).search;
  const { clientId, claimMap } = settings;
  try {
    const tokens = await authorizationCodeGrant(client, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const { id_token: idToken = '', access_token: accessToken } = tokens;
    const claims = tokens.claims()!;
    judgeIdToken(claims, { clientId, now: net.clock.now(), authenticatedSince });
    judgeAccessToken(claims, { algorithm: String(readPart(idToken, 0)['alg']), accessToken });
    const told = await askForMore(client, claims, { accessToken, claimMap });
    return {
      person: readPerson({ ...told, iss: claims['iss'] }, claimMap),
      idToken,
      authTime: readAuthTime(claims),
    };
  } catch (error) {
    throw explainFailure(error);
  }
};

const readAuthTime = ({ auth_time: authTime }: IDToken): Date | null =>
  authTime === undefined ? null : new Date(authTime * 1_000);

/** Some providers leave claims out of the token, and tell them to who asks. The token's own come first. */
const askForMore = async (
  client: Configuration,
  claims: IDToken,
  { accessToken, claimMap }: { accessToken: string; claimMap: OidcClaimMap },
): Promise<Claims> => {
  const isWhole = Object.values(claimMap).every((name) => claims[name] !== undefined);
  if (isWhole || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  if (claims.sub === '') throw refuseOidc('unusable_subject', 'The ID token names nobody.');
  return { ...(await fetchUserInfo(client, accessToken, claims.sub)), ...claims };
};
