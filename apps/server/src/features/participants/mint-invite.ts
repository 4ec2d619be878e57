import type { CreateParticipantBody, MintedInvite } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/transact.ts';
import { lockSession, type SessionKey } from '../sessions/lock-session.ts';
import { announceInvite } from './announce-invite.ts';
import { mintSecrets } from './invite-secrets.ts';
import { readRecipient } from './read-recipient.ts';

const DEFAULT_TTL_MINUTES = 1_440;

/** Mints an invite to a session that has not ended: its link, and a code when there is a channel for one. */
export const mintInvite = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    credentialId,
    body,
  }: SessionKey & {
    credentialId: string;
    body: z.output<typeof CreateParticipantBody>;
  },
): Promise<MintedInvite> => {
  const recipient = readRecipient(context.config, body);
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const identity = {
    organisation_id: organisationId,
    id: context.ids.next(),
    session_id: sessionId,
    ...recipient,
    ttl_minutes: body.ttl_minutes ?? DEFAULT_TTL_MINUTES,
  };
  const secrets = mintSecrets(context, { ...identity, issue: 1 }, tx.now);
  const invite = await tx.db.participant.create({
    data: { ...identity, ...secrets.columns, created_at: tx.now },
  });
  return announceInvite(context, tx, { kind: 'participant.invited', session, invite, secrets, credentialId });
};
