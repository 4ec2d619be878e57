import type { ChainHead } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { requestAddendaAnchors } from './request-addenda-anchors.ts';
import { lockHead, writeChain, type ChainKey, type Fact } from './write-chain.ts';

/**
 * Adds a fact that came after the freeze to its session's addenda when the transaction commits, and has their head
 * anchored. The session's chain must be frozen: the first addendum goes on from its head, and the chain itself stays
 * closed.
 */
export const appendAddendum = (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): void => {
  const known = factsByTx.get(tx);
  if (known) return void known.push(fact);
  const facts = [fact];
  factsByTx.set(tx, facts);
  tx.beforeCommit.push(() => writeFacts(context, tx, facts));
};

const factsByTx = new WeakMap<Tx, Fact[]>();

const writeFacts = async (context: Pick<Context, 'random'>, tx: Tx, all: Fact[]): Promise<void> => {
  const chains = new Map<string, ChainKey>(all.map((fact) => [fact.sessionId, fact]));
  for (const [index, sessionId] of [...chains.keys()].sort().entries()) {
    const chain = chains.get(sessionId)!;
    const { head, anchorRequestedAt } = await lockAddenda(tx, chain);
    await writeChain(context, tx, {
      name: 'addenda',
      chain,
      index,
      head,
      facts: all.filter((fact) => fact.sessionId === sessionId),
      writeHead: (end) => upsertHead(chain, end),
    });
    requestAddendaAnchors(tx, { ...chain, lastRequestedAt: anchorRequestedAt });
  }
};

// The lock of the frozen chain comes first: two first addenda at once have no row of their own to wait for.
const lockAddenda = async (
  tx: Tx,
  chain: ChainKey,
): Promise<{ head: ChainHead; anchorRequestedAt: Date | null }> => {
  const { hash, frozenAt } = await lockHead(tx, chain);
  if (!frozenAt) throw new Error(`the audit chain of session ${chain.sessionId} is not frozen`);
  const addenda = await tx.db.addendaChain.findUnique({
    where: {
      organisation_id_session_id: { organisation_id: chain.organisationId, session_id: chain.sessionId },
    },
  });
  if (!addenda) return { head: { sequence: 0, hash }, anchorRequestedAt: null };
  return {
    head: { sequence: addenda.head_sequence, hash: addenda.head_hash },
    anchorRequestedAt: addenda.anchor_requested_at,
  };
};

const upsertHead = (chain: ChainKey, head: ChainHead): Prisma.Sql => Prisma.sql`
  insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash)
  values (${chain.organisationId}::uuid, ${chain.sessionId}::uuid, ${head.sequence}, ${head.hash})
  on conflict (organisation_id, session_id)
  do update set head_sequence = excluded.head_sequence, head_hash = excluded.head_hash`;
