import type { SignInAttempt } from '#prisma';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { ATTEMPT_MS } from '../attempts/begin-attempt.ts';
import { progressSeal } from '../exports/sso-seals.ts';
import { beginOidc } from '../oidc/begin-oidc.ts';
import { writeAuthnRequest } from '../saml/write-authn-request.ts';
import { nameService, type Connection } from '../settings/connection-view.ts';
import { oidcSettingsOf, samlSettingsOf } from './provider-settings.ts';

export type Led = Pick<SignInAttempt, 'purpose' | 'member_id' | 'credential_id' | 'return_path'> & {
  connection: Connection;
  browser: string;
  loginHint: string | null;
};

export type LeadContext = Pick<
  Context,
  'clock' | 'config' | 'ids' | 'keyring' | 'providerFetch' | 'random' | 'transact'
>;

/**
 * Gives the address of the provider at which a browser signs in. The state in it takes the attempt when the browser
 * comes back.
 *
 * @throws {ProviderRefusal} where the provider can't be used
 */
export const leadToProvider = async (context: LeadContext, led: Led): Promise<string> => {
  const { connection, browser, purpose, member_id, credential_id, return_path } = led;
  const state = context.random.bytes(32).toString('base64url');
  const { url, ...progress } = await (connection.protocol === 'oidc' ? leadToOidc : leadToSaml)(
    context,
    led,
    state,
  );
  await context.transact((tx) =>
    tx.db.signInAttempt.create({
      data: {
        id: context.ids.next(),
        purpose,
        secret_hash: hashToken(state),
        browser_hash: hashToken(browser),
        organisation_id: connection.organisation_id,
        connection_id: connection.id,
        settings: connection.tested_settings,
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + ATTEMPT_MS),
        ...{ member_id, credential_id, return_path, ...progress },
      },
    }),
  );
  return url;
};

type Lead = (
  context: LeadContext,
  led: Led,
  state: string,
) => Promise<{ url: string; request_id?: string; progress_sealed?: string }>;

const needsFreshLogin = ({ purpose }: Led): boolean => purpose === 'provider_step_up';

export type OidcProgress = { nonce: string; verifier: string };

const leadToOidc: Lead = async (context, led, state) => {
  const { random, keyring } = context;
  const [nonce, verifier] = [random.bytes(32).toString('base64url'), random.bytes(32).toString('base64url')];
  const { redirectUri } = nameService(context, led.connection.id);
  const url = await beginOidc(context, oidcSettingsOf(context, led.connection), {
    ...{ redirectUri, state, nonce, verifier },
    freshLogin: needsFreshLogin(led),
    loginHint: led.loginHint,
  });
  const progress: OidcProgress = { nonce, verifier };
  return {
    url: url.href,
    progress_sealed: keyring.seal(JSON.stringify(progress), progressSeal(hashToken(state))),
  };
};

const leadToSaml: Lead = (context, led, state) => {
  const { ssoUrl, entityId, acsUrl } = samlSettingsOf(context, led.connection);
  // A name of XML does not begin with a digit.
  const requestId = `_${context.random.bytes(20).toString('hex')}`;
  const request = {
    ...{ ssoUrl, entityId, acsUrl, requestId },
    issueInstant: context.clock.now(),
    forceAuthn: needsFreshLogin(led),
  };
  const url = new URL(writeAuthnRequest(request));
  url.searchParams.set('RelayState', state);
  return Promise.resolve({ url: url.href, request_id: requestId });
};
