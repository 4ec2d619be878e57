import { createHash } from 'node:crypto';
import { Prisma } from '#prisma';
import type { Right, RightName } from './effects.ts';
import type { Tx } from './transact.ts';

/** Two equal numbers by chance wait for each other once, and nothing else comes of it. */
export const lockKeyOf = ({ kind, id }: RightName): bigint =>
  createHash('sha256').update(`right/${kind}/${id.toLowerCase()}`).digest().readBigInt64BE(0);

/** Held until the end of the transaction. Waits for whoever ends the right. */
export const shareLock = ({ name }: Pick<Right, 'name'>): Prisma.Sql =>
  Prisma.sql`pg_advisory_xact_lock_shared(${lockKeyOf(name)})::text`;

/**
 * The lock is shared from here on, and the last statement judges the right. It comes first: whoever ends a right has
 * its lock before any row. A statement of its own, since a statement that waits for a lock does not see what was
 * committed meanwhile.
 */
export const restOn = async (tx: Tx, right: Right | null): Promise<void> => {
  if (!right) return;
  await tx.db.$queryRaw`select ${shareLock(right)} as locked`;
  tx.effects.right = right;
};

export const requireRight = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  right: Right | null,
): Promise<void> => {
  if (!right) return;
  const [row] = await db.$queryRaw<{ held: boolean | null }[]>`select (${right.holds}) as held`;
  if (!row!.held) throw right.refuse(row!.held === false);
};

/**
 * A transaction that ends other rights, or makes them smaller, shares the lock of its own right and takes those of the
 * others alone. All locks come in one order: of two that do this to each other the second waits, and then finds its
 * right gone. A right that does it to itself is judged here: when this commits it has changed.
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
 * Taken before the right's row is changed. It waits for every write that rests on the right, and later ones find the
 * right gone: once the transaction has committed, nothing more commits by it. Where a write takes longer than
 * `patienceMs`, or than any statement may wait, this fails and the right stays.
 */
export const endRight = async (tx: Tx, name: RightName, patienceMs?: number): Promise<void> => {
  if (patienceMs !== undefined) {
    const patience = String(patienceMs);
    // A statement's time counts from its beginning, so the waiting statement can't set it.
    await tx.db.$queryRaw`
      select set_config('lock_timeout', ${patience}, true), set_config('statement_timeout', ${patience}, true)
    `;
  }
  await tx.db.$queryRaw`select pg_advisory_xact_lock(${lockKeyOf(name)})::text as locked`;
};
