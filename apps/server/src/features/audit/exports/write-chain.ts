import {
  appendEntries,
  commitValue,
  type AuditEntry,
  type CanonicalValue,
  type ChainHead,
} from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * A fact of a session, for one of its chains. `personal` values never enter the chain: each becomes a salted
 * commitment in the payload under its name, and is disclosed in a table that redaction may empty.
 */
export type Fact = {
  organisationId: string;
  sessionId: string;
  kind: string;
  payload: Record<string, CanonicalValue>;
  personal?: Record<string, CanonicalValue>;
};

export type ChainKey = Pick<Fact, 'organisationId' | 'sessionId'>;

/** The head of a session's audit chain, as long as the transaction holds its lock. */
export type LockedHead = ChainHead & { frozenAt: Date | null };

/**
 * Locks the head of a session's audit chain: the row lock orders the appends of one session, to its addenda, too.
 * Raw, since Prisma can't lock.
 */
export const lockHead = async (tx: Tx, { organisationId, sessionId }: ChainKey): Promise<LockedHead> => {
  const rows = await tx.db.$queryRaw<LockedHead[]>`
    select head_sequence as sequence, head_hash as hash, frozen_at as "frozenAt"
    from audit_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  const head = rows[0];
  if (!head) throw new Error(`session ${sessionId} has no audit chain`);
  return head;
};

/** The tables of a chain have its name: `audit_entries` and `audit_disclosures`, those of the addenda, or of the organisation. */
export type ChainName = 'audit' | 'addenda' | 'org';

/** Whose chain it is: a session's, or the organisation's own. */
type Owner = { organisationId: string; sessionId?: string };

type Write = {
  name: ChainName;
  chain: Owner;
  /** Tells the chains of one transaction apart. */
  index: number;
  /** Where the facts go on, under a lock that this transaction holds. */
  head: ChainHead;
  facts: Pick<Fact, 'kind' | 'payload' | 'personal'>[];
  /** The statement that writes the head that the chain then has. */
  writeHead: (head: ChainHead) => Prisma.Sql;
};

/** Adds facts to a chain by the transaction's last statement; the head that the chain then has. */
export const writeChain = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { name, chain, index, head, facts, writeHead }: Write,
): Promise<ChainHead> => {
  const { entries, disclosed } = await chainFacts(context, { head, facts, occurredAt: tx.now });
  const end = entries.at(-1) ?? head;
  tx.lastWrites.push({
    ctes: [
      nameCte(`${name}_chain`, index, writeHead(end)),
      nameCte(`${name}_entries`, index, insertEntries(name, chain, entries)),
      nameCte(`${name}_disclosures`, index, insertDisclosures(name, chain, disclosed)),
    ],
  });
  return end;
};

/** A part of the last statement, named so that those of several chains differ. */
export const nameCte = (name: string, index: number, statement: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(`${name}_${index}`)} as (${statement})`;

type Disclosed = { sequence: number; field: string; salt: string; value: CanonicalValue };

const chainFacts = async (
  { random }: Pick<Context, 'random'>,
  { head, facts, occurredAt }: Pick<Write, 'head' | 'facts'> & { occurredAt: Date },
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

// Of the organisation's own chain the key has no session.
const keyOf = ({ organisationId, sessionId }: Owner) =>
  sessionId === undefined
    ? { columns: Prisma.sql`organisation_id`, values: Prisma.sql`${organisationId}::uuid` }
    : {
        columns: Prisma.sql`organisation_id, session_id`,
        values: Prisma.sql`${organisationId}::uuid, ${sessionId}::uuid`,
      };

const insertEntries = (name: ChainName, chain: Owner, entries: AuditEntry[]): Prisma.Sql => Prisma.sql`
  insert into ${Prisma.raw(`${name}_entries`)}
    (${keyOf(chain).columns}, sequence, kind, occurred_at, payload, prev_hash, hash)
  select ${keyOf(chain).values},
    e.sequence, e.kind, e.occurred_at, e.payload, e.prev_hash, e.hash
  from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
    as e (sequence int, kind text, occurred_at text, payload jsonb, prev_hash text, hash text)`;

const insertDisclosures = (name: ChainName, chain: Owner, disclosed: Disclosed[]): Prisma.Sql => Prisma.sql`
  insert into ${Prisma.raw(`${name}_disclosures`)} (${keyOf(chain).columns}, sequence, field, salt, value)
  select ${keyOf(chain).values}, d.sequence, d.field, d.salt, d.value
  from jsonb_to_recordset(${JSON.stringify(disclosed)}::jsonb)
    as d (sequence int, field text, salt text, value jsonb)`;
