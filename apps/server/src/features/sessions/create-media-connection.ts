import type { MediaConnection } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { describeMediaConnection, nameOperator } from '../../platform/media-connection.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';

/** The operator's side of the live picture and sound, while the session lives. */
export const createMediaConnection = async (
  context: Pick<Context, 'config' | 'secrets' | 'keyring' | 'clock'>,
  tx: Tx,
  { organisationId, sessionId, credentialId }: SessionKey & { credentialId: string },
): Promise<MediaConnection> => {
  await lockSession(tx, { organisationId, sessionId }, 'change');
  return describeMediaConnection(context, {
    organisationId,
    sessionId,
    role: 'operator',
    identity: nameOperator(credentialId),
    credentialId,
  });
};
