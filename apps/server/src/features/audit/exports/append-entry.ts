import { GENESIS_HEAD, type ChainHead } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockHead, nameCte, writeChain, type ChainKey, type Fact } from './write-chain.ts';

export type { ChainKey, Fact };

/** Adds a fact to its session's chain when the transaction commits. The chain must be started and not frozen. */
export const appendEntry = (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): void => {
  pendingOf(context, tx).facts.push(fact);
};

/** Starts the chain of a session that this transaction creates, with its first fact. */
export const startChain = (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): void => {
  pendingOf(context, tx).started.add(fact.sessionId);
  appendEntry(context, tx, fact);
};

/** Freezes the chain after the facts of this transaction, if it has any: its head is final, and can be looked up. */
export const freezeChain = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, sessionId }: ChainKey,
): void => {
  pendingOf(context, tx).frozen.set(sessionId, { organisationId, sessionId });
};

type Pending = { facts: Fact[]; started: Set<string>; frozen: Map<string, ChainKey> };

const pendingByTx = new WeakMap<Tx, Pending>();

const pendingOf = (context: Pick<Context, 'random'>, tx: Tx): Pending => {
  const known = pendingByTx.get(tx);
  if (known) return known;
  const pending: Pending = { facts: [], started: new Set(), frozen: new Map() };
  pendingByTx.set(tx, pending);
  tx.beforeCommit.push(() => writePending(context, tx, pending));
  return pending;
};

const writePending = async (context: Pick<Context, 'random'>, tx: Tx, pending: Pending): Promise<void> => {
  const chains = new Map<string, ChainKey>([
    ...pending.facts.map((fact) => [fact.sessionId, fact] as const),
    ...pending.frozen,
  ]);
  for (const [index, sessionId] of [...chains.keys()].sort().entries()) {
    const chain = chains.get(sessionId)!;
    const isNew = pending.started.has(sessionId);
    const frozenAt = pending.frozen.has(sessionId) ? tx.now : null;
    const head = await writeChain(context, tx, {
      name: 'audit',
      chain,
      index,
      head: isNew ? GENESIS_HEAD : await lockOpenHead(tx, chain),
      facts: pending.facts.filter((fact) => fact.sessionId === sessionId),
      writeHead: (end) => (isNew ? insertHead : updateHead)(chain, end, frozenAt),
    });
    if (frozenAt === null) continue;
    tx.lastWrites.push({ ctes: [nameCte('frozen_head', index, keepHead(chain, head, frozenAt))] });
  }
};

const lockOpenHead = async (tx: Tx, chain: ChainKey): Promise<ChainHead> => {
  const { sequence, hash, frozenAt } = await lockHead(tx, chain);
  if (frozenAt) throw new Error(`the audit chain of session ${chain.sessionId} is frozen`);
  return { sequence, hash };
};

const insertHead = (chain: ChainKey, head: ChainHead, frozenAt: Date | null): Prisma.Sql => Prisma.sql`
  insert into audit_chains (organisation_id, session_id, head_sequence, head_hash, frozen_at)
  values (${chain.organisationId}::uuid, ${chain.sessionId}::uuid, ${head.sequence}, ${head.hash}, ${frozenAt})`;

const updateHead = (chain: ChainKey, head: ChainHead, frozenAt: Date | null): Prisma.Sql => Prisma.sql`
  update audit_chains
  set head_sequence = ${head.sequence}, head_hash = ${head.hash}, frozen_at = ${frozenAt}
  where organisation_id = ${chain.organisationId}::uuid and session_id = ${chain.sessionId}::uuid`;

// A verifier knows the head alone: this row leads from it to the chain.
const keepHead = (chain: ChainKey, head: ChainHead, frozenAt: Date): Prisma.Sql => Prisma.sql`
  insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
  values (${head.hash}, ${chain.organisationId}::uuid, ${chain.sessionId}::uuid, ${frozenAt})`;
