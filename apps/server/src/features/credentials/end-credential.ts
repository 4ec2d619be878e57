import type { Credential } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { closeOperatorPeers } from '../media/exports/close-room.ts';
import { appendKeyEntry, type By } from './append-key-entry.ts';

/**
 * Ends a credential whose right the transaction has taken alone: its row stays, its connections in live rooms are closed,
 * and the organisation's chain tells it. Undefined when there is none; a repeated end changes nothing.
 */
export const endCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { credentialId, by }: { credentialId: string; by: By },
): Promise<Credential | undefined> => {
  const { count } = await tx.db.credential.updateMany({
    where: { id: credentialId, kind: 'key', revoked_at: null },
    data: { revoked_at: tx.now },
  });
  const credential = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
  if (!credential) return undefined;
  if (count > 0) {
    closeOperatorPeers(tx, { credentialIds: [credentialId], memberId: null });
    appendKeyEntry(context, tx, { kind: 'key.revoked', by, credential });
  }
  return credential;
};
