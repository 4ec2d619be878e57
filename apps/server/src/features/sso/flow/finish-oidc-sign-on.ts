import type { Context } from '../../../context.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { progressSeal } from '../exports/sso-seals.ts';
import { takeInBrowser, type OpenAttempt } from '../attempts/take-attempt.ts';
import { finishOidc } from '../oidc/finish-oidc.ts';
import type { Connection } from '../settings/connection-view.ts';
import { nameService } from '../settings/connection-view.ts';
import { completeAttempt, findSame, type CompleteContext } from './complete-attempt.ts';
import { findAny } from './find-connection.ts';
import type { OidcProgress } from './lead-to-provider.ts';
import { oidcSettingsOf } from './provider-settings.ts';
import { recordRefusal } from './record-refusal.ts';
import { refused, type Device, type SignOnReply } from './sign-on-reply.ts';

export type FinishContext = CompleteContext &
  Pick<Context, 'clock' | 'config' | 'database' | 'providerFetch'>;

export type OidcCallback = {
  connectionId: string;
  search: string;
  browser: string | undefined;
  device: Device;
};

/**
 * Takes a browser that comes back from a provider of OpenID Connect. Each connection has an address of its own, so that
 * a provider which passes for another gets no code that was meant for that one (RFC 9700, section 4.4.2.2).
 */
export const finishOidcSignOn = async (
  context: FinishContext,
  { connectionId, search, browser, device }: OidcCallback,
): Promise<SignOnReply> => {
  const [state, ...others] = new URLSearchParams(search).getAll('state');
  if (state === undefined || others.length > 0 || browser === undefined) return refused('expired');
  const attempt = await context.transact((tx) => takeInBrowser(tx, { connectionId, state, browser }));
  if (!attempt) return refused('expired');
  try {
    const connection = await findSame(context, attempt);
    const person = await askProvider(context, { attempt, connection, search, state });
    return await completeAttempt(context, connection, { attempt, person, device });
  } catch (error) {
    return refuseAttempt(context, attempt, error);
  }
};

const askProvider = async (
  context: FinishContext,
  {
    attempt,
    connection,
    search,
    state,
  }: { attempt: OpenAttempt; connection: Connection; search: string; state: string },
) => {
  const { redirectUri } = nameService(context, connection.id);
  const sealed = attempt.progress_sealed!;
  const progress = JSON.parse(context.keyring.open(sealed, progressSeal(hashToken(state)))) as OidcProgress;
  const { person } = await finishOidc(context, oidcSettingsOf(context, connection), {
    callbackUrl: `${redirectUri}${search}`,
    ...{ redirectUri, state, ...progress },
    authenticatedSince: sinceOf(attempt),
  });
  return person;
};

/** A step-up takes a login that is newer than its beginning. */
export const sinceOf = ({ purpose, created_at }: OpenAttempt): Date | null =>
  purpose === 'provider_step_up' ? created_at : null;

/** Records a refusal of what was taken up, at the connection as it is by now. */
export const refuseAttempt = async (
  context: CompleteContext & Pick<Context, 'database'>,
  attempt: OpenAttempt,
  error: unknown,
): Promise<SignOnReply> => {
  const connection = await findAny(context.database.prisma, attempt.organisation_id);
  if (!connection) return refused('no_connection', { browser: null });
  return recordRefusal(context, { attempt, connection }, error);
};
