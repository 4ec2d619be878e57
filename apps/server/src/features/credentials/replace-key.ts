import type { Credential } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendKeyEntry, type By } from './append-key-entry.ts';
import { mintKey } from './mint-key.ts';

const HOUR_MS = 3_600_000;

/** The longest overlap of two keys: a week. */
export const MAX_OVERLAP_HOURS = 168;

/**
 * Gives a credential, whose row is locked, another key. The newest one stays valid for the overlap; a key that was
 * replaced before ends at once, since there is room for one.
 */
export const replaceKey = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    credential,
    by,
    overlapHours = 24,
  }: { credential: Credential; by: By; overlapHours?: number | undefined },
) => {
  const of = { organisation_id: credential.organisation_id, credential_id: credential.id };
  await tx.db.credentialKey.deleteMany({
    where: overlapHours === 0 ? of : { ...of, valid_until: { not: null } },
  });
  await tx.db.credentialKey.updateMany({
    where: of,
    data: { valid_until: new Date(tx.now.getTime() + overlapHours * HOUR_MS) },
  });
  const { apiKey, row } = mintKey(context.random, tx.now);
  await tx.db.credentialKey.create({ data: { ...of, ...row } });
  const payload = { overlap_hours: overlapHours };
  appendKeyEntry(context, tx, { kind: 'key.rotated', by, credential, payload });
  return { apiKey, keys: await tx.db.credentialKey.findMany({ where: of }) };
};
