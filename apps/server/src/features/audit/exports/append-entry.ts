import {
  appendEntries,
  commitValue,
  GENESIS_HEAD,
  type AuditEntry,
  type CanonicalValue,
  type ChainHead,
} from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * A fact of a session, for its audit chain. `personal` values never enter the chain: each becomes a
 * salted commitment in the payload under its name, and is disclosed in a table that redaction may empty.
 */
export type Fact = {
  organisationId: string;
  sessionId: string;
  kind: string;
  payload: Record<string, CanonicalValue>;
  personal?: Record<string, CanonicalValue>;
};

/** Adds a fact to its session's chain when the transaction commits. The chain must be started and not frozen. */
export const appendEntry = (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): void => {
  pendingOf(context, tx).facts.push(fact);
};

/** Starts the chain of a session that this transaction creates, with its first fact. */
export const startChain = (context: Pick<Context, 'random'>, tx: Tx, fact: Fact): void => {
  pendingOf(context, tx).started.add(fact.sessionId);
  appendEntry(context, tx, fact);
};

export type ChainKey = Pick<Fact, 'organisationId' | 'sessionId'>;

/** Freezes the chain after the facts of this transaction, if it has any: its head is final, and can be looked up. */
export const freezeChain = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, sessionId }: ChainKey,
): void => {
  pendingOf(context, tx).frozen.set(sessionId, { organisationId, sessionId });
};

type Pending = { facts: Fact[]; started: Set<string>; frozen: Map<string, ChainKey> };
type Disclosed = { sequence: number; field: string; salt: string; value: CanonicalValue };

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
    const facts = pending.facts.filter((fact) => fact.sessionId === sessionId);
    const isNew = pending.started.has(sessionId);
    const head = isNew ? GENESIS_HEAD : await lockHead(tx, chain);
    const { entries, disclosed } = await chainFacts(context, { head, facts, occurredAt: tx.now });
    const frozenAt = pending.frozen.has(sessionId) ? tx.now : null;
    tx.lastWrites.push({
      ctes: writeChain({ chain, index, isNew, head: entries.at(-1) ?? head, entries, disclosed, frozenAt }),
    });
  }
};

// The row lock orders the appends of one session; raw, since Prisma can't lock.
const lockHead = async (tx: Tx, { organisationId, sessionId }: ChainKey): Promise<ChainHead> => {
  const rows = await tx.db.$queryRaw<{ sequence: number; hash: string; frozen_at: Date | null }[]>`
    select head_sequence as sequence, head_hash as hash, frozen_at
    from audit_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  const head = rows[0];
  if (!head) throw new Error(`session ${sessionId} has no audit chain`);
  if (head.frozen_at) throw new Error(`the audit chain of session ${sessionId} is frozen`);
  return { sequence: head.sequence, hash: head.hash };
};

const chainFacts = async (
  { random }: Pick<Context, 'random'>,
  { head, facts, occurredAt }: { head: ChainHead; facts: Fact[]; occurredAt: Date },
) => {
  const disclosed: Disclosed[] = [];
  const drafts = [];
  for (const [index, fact] of facts.entries()) {
    const payload: Record<string, CanonicalValue> = { ...fact.payload };
    for (const [field, value] of Object.entries(fact.personal ?? {})) {
      const salt = random.bytes(32).toString('hex');
      payload[field] = await commitValue({ salt, value });
      disclosed.push({ sequence: head.sequence + 1 + index, field, salt, value });
    }
    drafts.push({ kind: fact.kind, occurred_at: occurredAt.toISOString(), payload });
  }
  return { entries: await appendEntries(head, drafts), disclosed };
};

const writeChain = ({
  chain,
  index,
  isNew,
  head,
  entries,
  disclosed,
  frozenAt,
}: {
  chain: ChainKey;
  index: number;
  isNew: boolean;
  /** Where the chain ends with these entries. */
  head: ChainHead;
  entries: AuditEntry[];
  disclosed: Disclosed[];
  frozenAt: Date | null;
}): Prisma.Sql[] => {
  const organisation = Prisma.sql`${chain.organisationId}::uuid`;
  const session = Prisma.sql`${chain.sessionId}::uuid`;
  const end = isNew
    ? Prisma.sql`
        insert into audit_chains (organisation_id, session_id, head_sequence, head_hash, frozen_at)
        values (${organisation}, ${session}, ${head.sequence}, ${head.hash}, ${frozenAt})`
    : Prisma.sql`
        update audit_chains
        set head_sequence = ${head.sequence}, head_hash = ${head.hash}, frozen_at = ${frozenAt}
        where organisation_id = ${organisation} and session_id = ${session}`;
  return [
    Prisma.sql`${named('chain', index)} as (${end})`,
    Prisma.sql`${named('entries', index)} as (
      insert into audit_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
      select ${organisation}, ${session}, e.sequence, e.kind, e.occurred_at, e.payload, e.prev_hash, e.hash
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as e (sequence int, kind text, occurred_at text, payload jsonb, prev_hash text, hash text)
    )`,
    Prisma.sql`${named('disclosures', index)} as (
      insert into audit_disclosures (organisation_id, session_id, sequence, field, salt, value)
      select ${organisation}, ${session}, d.sequence, d.field, d.salt, d.value
      from jsonb_to_recordset(${JSON.stringify(disclosed)}::jsonb)
        as d (sequence int, field text, salt text, value jsonb)
    )`,
    // A verifier knows the head alone: this row leads from it to the chain.
    ...(frozenAt === null
      ? []
      : [
          Prisma.sql`${named('frozen_head', index)} as (
            insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
            values (${head.hash}, ${organisation}, ${session}, ${frozenAt})
          )`,
        ]),
  ];
};

const named = (name: string, index: number): Prisma.Sql => Prisma.raw(`${name}_${index}`);
