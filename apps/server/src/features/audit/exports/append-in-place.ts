import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendAddendum } from './append-addendum.ts';
import { appendEntry } from './append-entry.ts';
import { lockHead, type Fact } from './write-chain.ts';

/** Adds a fact of a session that ended to its chain while that is open, and to its addenda once it is frozen. */
export const appendInPlace = async (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): Promise<void> => {
  // Under this lock nothing freezes the chain before the transaction commits.
  const { frozenAt } = await lockHead(tx, fact);
  (frozenAt ? appendAddendum : appendEntry)(context, tx, fact);
};
