import type { Amount } from '@field-inspection/contract';
import { Refusal } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { readQuotas } from './read-quotas.ts';

type QuotaKey = { organisationId: string; sessionId: string };

/**
 * Takes quota of a session and of its organisation with the transaction's last statement, or refuses the transaction
 * where either has none left. The caller holds the session's lock. The conditional statement waits for other takers of
 * the same organisation: it is exact, however many processes take at once.
 *
 * @throws {Refusal} quota_reached
 */
export const takeQuota = (tx: Tx, key: QuotaKey, amount: Amount): void => {
  tx.effects.quotaTaken.push({ ...key, ...amount, refuse: () => refuseQuota(tx, key, amount) });
};

const refuseQuota = async ({ db }: Pick<Tx, 'db'>, key: QuotaKey, amount: Amount): Promise<Refusal> => {
  // The session's part may have been taken before the organisation had none left.
  const { session, organisation } = await readQuotas(db, key, amount);
  const isOfSession = session.left.items < amount.items || session.left.bytes < amount.bytes;
  const { limit, left } = isOfSession ? session : organisation;
  const what = left.items < amount.items ? 'items' : 'bytes';
  const scope = isOfSession ? 'session' : 'organisation';
  const unit = what === 'items' ? 'pieces of evidence' : 'bytes';
  const remedy = isOfSession ? 'Go on in a new session.' : 'The operator can ask for a plan with more.';
  return new Refusal(
    'quota_reached',
    `The ${scope} may have ${limit[what]} ${unit}, of which ${left[what]} are left. ${remedy}`,
  );
};

/**
 * Corrects taken quota by its real use: less, as a rule, or none. It never refuses.
 *
 * @param amount the amount to add; negative for what is given back
 */
export const settleQuota = (tx: Tx, key: QuotaKey, amount: Amount): void => {
  if (amount.items === 0 && amount.bytes === 0) return;
  tx.effects.quotaSettled.push({ ...key, ...amount });
};

type Begun = { organisation_id: string; session_id: string; reserved_bytes: bigint | null };

export const settleUpload = (tx: Tx, begun: Begun, { byte_size }: { byte_size: number }): void => {
  const isNew = begun.reserved_bytes === null;
  const bytes = byte_size - Number(begun.reserved_bytes ?? 0);
  settleQuota(tx, keyOf(begun), { items: isNew ? 1 : 0, bytes });
};

export const returnQuota = (tx: Tx, failed: Begun[]): void => {
  const counted = failed.filter(({ reserved_bytes }) => reserved_bytes !== null);
  if (counted.length === 0) return;
  const bytes = counted.reduce((sum, { reserved_bytes }) => sum + Number(reserved_bytes), 0);
  settleQuota(tx, keyOf(counted[0]!), { items: -counted.length, bytes: -bytes });
};

const keyOf = ({ organisation_id, session_id }: Begun): QuotaKey => ({
  organisationId: organisation_id,
  sessionId: session_id,
});
