import { z } from 'zod';
import { findUrlFault } from '@field-inspection/rules';
import { fetchJson } from './fetch-from-provider.ts';
import { keepAnswers } from './keep-answers.ts';
import type { OidcNet } from './oidc-settings.ts';
import { quote, refuseOidc } from './refuse-oidc.ts';

const KEPT_MS = 600_000;

/** Signatures by a provider's own key alone: no `none`, and none by a secret that both know. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** OpenID Connect Discovery 1.0, section 3, and RFC 9207; only the fields in use are read. */
export type OidcProvider = z.output<typeof Metadata>;

/**
 * Reads what a provider says of itself, at most once in ten minutes.
 *
 * @throws {ProviderRefusal} `invalid_issuer`, `many_tenants`, `foreign_issuer`, `invalid_metadata`, `no_code_flow`,
 *   `no_pkce`, `refused_algorithm`, and where no whole answer came
 */
export const readOidcProvider = (net: OidcNet, { issuer }: { issuer: string }): Promise<OidcProvider> => {
  return readKept(net, issuer, {
    isGood: (_, ageMs) => ageMs < KEPT_MS,
    ask: () => askForMetadata(net, issuer),
  });
};

const readKept = keepAnswers<OidcProvider>();

const askForMetadata = async (net: OidcNet, issuer: string): Promise<OidcProvider> => {
  judgeIssuer(issuer);
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const read = Metadata.safeParse(dropNulls(await fetchJson(net, url, 'its metadata')));
  if (!read.success) {
    const field = quote(read.error.issues[0]?.path.join('.') ?? '');
    throw refuseOidc(
      'invalid_metadata',
      `The provider's metadata can't be used: see its ${field || 'form'}.`,
    );
  }
  judgeMetadata(read.data, issuer);
  return read.data;
};

// Some providers write null for what they do not offer.
const dropNulls = (given: unknown): unknown =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : given;

const judgeIssuer = (issuer: string): void => {
  const fault = findUrlFault(issuer);
  if (fault !== null) throw refuseOidc('invalid_issuer', `The issuer can't be used. ${fault}`);
  const { hostname, pathname, search } = new URL(issuer);
  if (search !== '' || issuer.endsWith('?'))
    throw refuseOidc('invalid_issuer', 'The issuer must have no query.');
  const tenant = pathname.split('/')[1]?.toLowerCase() ?? '';
  if (MICROSOFT.test(hostname) && TENANTS_OF_MANY.has(tenant)) throw refuseMany();
  if (/[{}]|%7b/i.test(issuer)) throw refuseMany();
};

const MICROSOFT = /(?:^|\.)(?:microsoftonline\.(?:com|us|cn)|windows\.net)$/;
const TENANTS_OF_MANY: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers']);

const refuseMany = () =>
  refuseOidc(
    'many_tenants',
    'The issuer is that of many tenants. Use the one with the id of your own tenant.',
  );

const judgeMetadata = (provider: OidcProvider, issuer: string): void => {
  if (provider.issuer.includes('{')) throw refuseMany();
  if (provider.issuer !== issuer) {
    const own = quote(provider.issuer);
    throw refuseOidc(
      'foreign_issuer',
      `The provider calls itself ${own}. Use that as the issuer, if it is yours.`,
    );
  }
  if (provider.response_types_supported?.includes('code') === false) {
    throw refuseOidc('no_code_flow', 'The provider does not offer the authorization code flow.');
  }
  // Entra leaves the list out and knows PKCE all the same.
  if (provider.code_challenge_methods_supported?.includes('S256') === false) {
    throw refuseOidc('no_pkce', 'The provider does not offer PKCE with S256.');
  }
  if (provider.id_token_signing_alg_values_supported.length === 0) {
    throw refuseOidc('refused_algorithm', 'The provider signs ID tokens with no algorithm that is taken.');
  }
};

const MAX_LISTED = 1_000;
const list = z.array(z.string()).max(MAX_LISTED);
const address = z.string().refine((text) => findUrlFault(text) === null);

const Metadata = z.object({
  issuer: z.string().max(2_048),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.exactOptional(),
  end_session_endpoint: address.exactOptional(),
  response_types_supported: list.exactOptional(),
  scopes_supported: list.exactOptional(),
  token_endpoint_auth_methods_supported: list.exactOptional(),
  code_challenge_methods_supported: list.exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
  id_token_signing_alg_values_supported: list
    .default(['RS256'])
    .transform((offered) => ALGORITHMS.filter((algorithm) => offered.includes(algorithm))),
});
