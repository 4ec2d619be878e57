import type { Context } from '../../../context.ts';
import { USUAL_CLAIMS, type OidcSettings } from '../oidc/oidc-settings.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import { nameService, type Connection } from '../settings/connection-view.ts';
import { clientSecretSeal } from '../exports/sso-seals.ts';

/** Settings of a provider of OpenID Connect, with its secret. */
export const oidcSettingsOf = (
  { keyring }: Pick<Context, 'keyring'>,
  { organisation_id, issuer, client_id, client_secret_sealed, ...held }: Connection,
): OidcSettings => {
  if (issuer === null || client_id === null) throw incomplete();
  return {
    issuer,
    clientId: client_id,
    clientSecret:
      client_secret_sealed && keyring.open(client_secret_sealed, clientSecretSeal(organisation_id)),
    claimMap: {
      email: held.email_claim ?? USUAL_CLAIMS.email,
      name: held.name_claim ?? USUAL_CLAIMS.name,
      groups: held.groups_claim ?? USUAL_CLAIMS.groups,
    },
  };
};

/** Settings of a provider of SAML. */
export const samlSettingsOf = (context: Pick<Context, 'config'>, held: Connection) => {
  const { issuer, sso_url: ssoUrl, id, certificates, email_claim, name_claim, groups_claim } = held;
  if (issuer === null || ssoUrl === null) throw incomplete();
  const { entityId, acsUrl } = nameService(context, id);
  return {
    issuer,
    ssoUrl,
    entityId,
    acsUrl,
    certificates: certificates.map(({ der }) => der),
    claimMap: {
      ...(email_claim === null ? {} : { email: email_claim }),
      ...(name_claim === null ? {} : { name: name_claim }),
      ...(groups_claim === null ? {} : { groups: groups_claim }),
    },
  };
};

const incomplete = (): ProviderRefusal =>
  new ProviderRefusal(
    'changed_settings',
    'The settings were changed meanwhile, and are not whole. Begin anew.',
  );
