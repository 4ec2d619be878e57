import type { CreateInspectionBody, CreatedInspection } from '@field-inspection/contract';
import { inspectionStatusOf, readParticipant } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { writeNewSession } from '../../effects/write-effects.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readPhoneFor } from '../../platform/messages/read-phone.ts';
import { mintInvite } from '../participants/exports/mint-invite.ts';
import { createSession, type Operator } from '../sessions/exports/create-session.ts';
import { createCallbacks } from '../webhooks/exports/create-callbacks.ts';

/** Creates a session, its callbacks and its invite. Only this reply has the link. */
export const createInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    operator,
    body,
  }: { operator: Operator & { linkDomain: string | null }; body: z.output<typeof CreateInspectionBody> },
): Promise<z.infer<typeof CreatedInspection>> => {
  const { participant, callbacks = {}, ...words } = body;
  const recipient = readParticipant(participant, readPhoneFor(context.config, operator.organisationTimeZone));
  const session = await createSession(context, tx, { operator, body: words });
  // The session is written first: the callbacks and the invite refer to it.
  await writeNewSession(tx);
  const { organisationId, credentialId, memberId, linkDomain } = operator;
  const key = { organisationId, sessionId: session.id };
  // The callbacks are created before this transaction's events are sent, so that they get them, too.
  await createCallbacks(context, tx, { ...key, callbacks });
  const invite = await mintInvite(context, tx, { ...key, credentialId, memberId, linkDomain, recipient });
  return {
    id: session.id,
    status: inspectionStatusOf(session.status),
    join_url: invite.join_url,
    expires_at: invite.expires_at,
  };
};
