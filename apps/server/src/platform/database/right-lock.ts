import { createHash } from 'node:crypto';
import { Prisma } from '#prisma';
import type { Right, RightName } from './effects.ts';
import type { Tx } from './transact.ts';

/**
 * Gives the number of a right's advisory lock, the same in every process. Other locks of the database are numbers of 64
 * bits as well: two that are equal by chance wait for each other once, and nothing else comes of it.
 */
export const lockKeyOf = ({ kind, id }: RightName): bigint =>
  createHash('sha256').update(`right/${kind}/${id.toLowerCase()}`).digest().readBigInt64BE(0);

/**
 * Gives an expression that shares a right's lock until the end of the transaction, and waits for who ends the right.
 */
export const shareLock = ({ name }: Pick<Right, 'name'>): Prisma.Sql =>
  Prisma.sql`pg_advisory_xact_lock_shared(${lockKeyOf(name)})::text`;

/**
 * Has a transaction rest on a right: its lock is shared from here on, and the last statement judges it. Comes first:
 * whoever ends a right has its lock before any row. A statement of its own, since one that waits for a lock does not
 * see what was committed while it waited.
 */
export const restOn = async (tx: Tx, right: Right | null): Promise<void> => {
  if (!right) return;
  await tx.db.$queryRaw`select ${shareLock(right)} as locked`;
  tx.effects.right = right;
};

/** Refuses where a right is gone or too small by now, for a request that writes nothing. */
export const requireRight = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  right: Right | null,
): Promise<void> => {
  if (!right) return;
  const [row] = await db.$queryRaw<{ held: boolean | null }[]>`select (${right.holds}) as held`;
  if (!row!.held) throw right.refuse(row!.held === false);
};

/**
 * Has a transaction rest on a right while it ends other rights, or makes them smaller: the lock of its own right is
 * shared, those of the others are taken alone. All locks come in one order, so that of two that do this to each other
 * the second waits, and then finds its right gone. A right that does it to itself is judged here: when this commits it
 * has changed.
 */
export const restWhileEnding = async (tx: Tx, right: Right | null, ended: RightName[]): Promise<void> => {
  const wanted = new Map(ended.map((name) => [lockKeyOf(name), Prisma.sql`pg_advisory_xact_lock`]));
  const endsItself = right !== null && wanted.has(lockKeyOf(right.name));
  if (right && !endsItself) wanted.set(lockKeyOf(right.name), Prisma.sql`pg_advisory_xact_lock_shared`);
  for (const [key, take] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx.db.$queryRaw`select ${take}(${key})::text as locked`;
  }
  if (endsItself) await requireRight(tx.db, right);
  else tx.effects.right = right;
};

/**
 * Takes a right's lock alone, before its row is changed. It waits for every write that rests on the right, and those
 * that come later find it gone: once the transaction has committed, nothing more commits by it. Where a write takes
 * longer than `patienceMs`, or than any statement may wait, this fails and the right stays.
 */
export const endRight = async (tx: Tx, name: RightName, patienceMs?: number): Promise<void> => {
  if (patienceMs !== undefined) {
    const patience = String(patienceMs);
    // The time of a statement counts from its beginning, so this can't be told in the one that waits.
    await tx.db.$queryRaw`
      select set_config('lock_timeout', ${patience}, true), set_config('statement_timeout', ${patience}, true)
    `;
  }
  await tx.db.$queryRaw`select pg_advisory_xact_lock(${lockKeyOf(name)})::text as locked`;
};
