import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { beginAttempt } from '../attempts/begin-attempt.ts';
import { endOidc } from '../oidc/end-oidc.ts';
import { findActive } from './find-connection.ts';
import { oidcSettingsOf } from './provider-settings.ts';

/**
 * Begins a step-up at the provider by which a member has signed in, and gives the secret of the browser.
 *
 * @throws {Refusal} sso.invalid_state
 */
export const beginStepUpAtProvider = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  { caller, returnPath }: { caller: Caller; returnPath?: string | undefined },
): Promise<string> => {
  const { organisationId: organisation_id, memberId } = caller;
  const connection = await findActive(tx.db, { organisation_id });
  const where = { organisation_id, connection_id: connection?.id ?? '', member_id: memberId! };
  const isKnown = connection !== null && (await tx.db.memberIdentity.count({ where })) > 0;
  if (!isKnown)
    throw new Refusal('sso.invalid_state', 'You have not signed in by the provider. Step up by a code.');
  return beginAttempt(context, tx, { purpose: 'provider_step_up', caller, returnPath });
};

/** Finds where a member signs out at their provider, too; null where they did not sign in by one, or it has no such page. */
export const findEndAtProvider = async (
  context: Pick<Context, 'clock' | 'config' | 'database' | 'keyring' | 'providerFetch'>,
  { organisationId, credentialId }: Caller,
): Promise<string | null> => {
  const { prisma } = context.database;
  const session = await prisma.credential.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    select: { way: true, connection_id: true },
  });
  if (session?.way !== 'oidc') return null;
  const connection = await findActive(prisma, { organisation_id: organisationId });
  if (!connection || connection.id !== session.connection_id || connection.protocol !== 'oidc') return null;
  const postLogoutRedirectUri = `${context.config.baseUrl}/sign-in`;
  // The token of the sign-in is not kept: the provider may ask the person whether they mean it.
  const url = await endOidc(context, oidcSettingsOf(context, connection), {
    idToken: null,
    postLogoutRedirectUri,
  });
  return url?.href ?? null;
};
