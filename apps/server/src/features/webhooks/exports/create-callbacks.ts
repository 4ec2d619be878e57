import type { CallbackEventType } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { invalidField } from '../../../refusals.ts';
import { checkTargetUrl } from '../../../platform/safe-fetch/check-target-url.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { mintSigningSecret } from './mint-signing-secret.ts';

export type Callbacks = Partial<Record<z.infer<typeof CallbackEventType>, string>>;

type CallbackContext = Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>;

/**
 * Stores the callbacks of a session, one row per URL with the types it gets. They are delivered like endpoints' events;
 * no route of endpoints shows them. Nobody is pinged.
 *
 * @throws {Refusal} validation_error for a URL that nothing is sent to
 */
export const createCallbacks = async (
  context: CallbackContext,
  tx: Tx,
  key: { organisationId: string; sessionId: string; callbacks: Callbacks },
): Promise<void> => {
  const { organisationId, sessionId, callbacks } = key;
  const receivers = [...groupByUrl(context, callbacks)];
  if (receivers.length === 0) return;
  await ensureSecret(context, tx, organisationId);
  await tx.db.webhookEndpoint.createMany({
    data: receivers.map(([url, event_types]) => ({
      organisation_id: organisationId,
      id: context.ids.next(),
      session_id: sessionId,
      url,
      event_types,
      description: '',
      // Callbacks are signed with their organisation's secret.
      secret_sealed: '',
      created_at: tx.now,
    })),
  });
};

const groupByUrl = ({ config }: CallbackContext, callbacks: Callbacks): Map<string, string[]> => {
  const types = new Map<string, string[]>();
  for (const [type, url] of Object.entries(callbacks)) {
    const check = checkTargetUrl(url, { allowPrivateNetworks: config.webhookAllowPrivateNetworks });
    if (!check.ok) throw invalidField(`callbacks.${type}`, check.message, check.reason);
    types.set(url, [...(types.get(url) ?? []), type]);
  }
  return types;
};

// The secret is read first, since an update would queue all creations of the organisation.
const ensureSecret = async (context: CallbackContext, tx: Tx, organisationId: string): Promise<void> => {
  const { callback_secret_sealed } = await tx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { callback_secret_sealed: true },
  });
  if (callback_secret_sealed !== null) return;
  await tx.db.organisation.updateMany({
    where: { id: organisationId, callback_secret_sealed: null },
    data: { callback_secret_sealed: mintSigningSecret(context, { organisationId }).sealed },
  });
};
