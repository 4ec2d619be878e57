import { appendEntries, commitValue, GENESIS_HEAD, type ChainHead } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import { lockHead } from '../features/audit/exports/append-entry.ts';
import { requestAddendaAnchors } from '../features/audit/exports/request-addenda-anchors.ts';
import type { ChainedFact, ChainName } from '../platform/database/effects.ts';
import type { Tx } from '../platform/database/transact.ts';
import type { Expressions, Part } from './last-statement.ts';

/** Locks the heads of the chains first, in the order of their ids, so that no two transactions deadlock. */
export const extendChains = async (tx: Tx): Promise<Part[]> => {
  const parts: Part[] = [];
  for (const name of ['audit', 'addenda', 'org'] as const) {
    for (const [index, chain] of listChains(tx, name).entries()) {
      parts.push(await extendChain(tx, { name, index, chain }));
    }
  }
  return parts;
};

type Chain = { organisationId: string; sessionId?: string };
type SessionChain = Required<Chain>;
type Named = { name: ChainName; index: number; chain: Chain };

const listChains = ({ effects }: Tx, name: ChainName): Chain[] => {
  const chains = new Map<string, Chain>();
  const named = effects.facts.filter((fact) => fact.chain === name);
  for (const chain of [...named, ...(name === 'audit' ? effects.frozenChains : [])])
    chains.set(idOf(chain), chain);
  return [...chains].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, chain]) => chain);
};

const idOf = ({ organisationId, sessionId }: Chain): string => sessionId ?? organisationId;

const extendChain = async (tx: Tx, { name, index, chain }: Named): Promise<Part> => {
  const facts = tx.effects.facts.filter((fact) => fact.chain === name && idOf(fact) === idOf(chain));
  const head = await LOCK[name](tx, chain as SessionChain);
  const { entries, disclosures } = await chainFacts(head, facts, tx.now);
  const end = entries.at(-1) ?? head;
  return {
    expressions: nameAll(index, {
      ...writeHead(tx, { name, chain: chain as SessionChain, end }),
      [`${name}_entries`]: Prisma.sql`
          insert into ${Prisma.raw(`${name}_entries`)}
            (${keyOf(chain).columns}, sequence, kind, occurred_at, payload, prev_hash, hash)
          select ${keyOf(chain).values}, e.sequence, e.kind, e.occurred_at, e.payload, e.prev_hash, e.hash
          from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
            as e (sequence int, kind text, occurred_at text, payload jsonb, prev_hash text, hash text)`,
      [`${name}_disclosures`]: Prisma.sql`
          insert into ${Prisma.raw(`${name}_disclosures`)} (${keyOf(chain).columns}, sequence, field, salt, value)
          select ${keyOf(chain).values}, d.sequence, d.field, d.salt, d.value
          from jsonb_to_recordset(${JSON.stringify(disclosures)}::jsonb)
            as d (sequence int, field text, salt text, value jsonb)`,
    }),
  };
};

const nameAll = (index: number, expressions: Expressions): Expressions =>
  Object.fromEntries(Object.entries(expressions).map(([name, sql]) => [`${name}_${index}`, sql]));

// The organisation's own chain has no session in its key.
const keyOf = ({ organisationId, sessionId }: Chain) =>
  sessionId === undefined
    ? { columns: Prisma.sql`organisation_id`, values: Prisma.sql`${organisationId}::uuid` }
    : {
        columns: Prisma.sql`organisation_id, session_id`,
        values: Prisma.sql`${organisationId}::uuid, ${sessionId}::uuid`,
      };

const chainFacts = async (head: ChainHead, facts: ChainedFact[], now: Date) => {
  const drafts = [];
  for (const { kind, payload, personal } of facts) {
    const commitments: Record<string, string> = {};
    for (const { field, salt, value } of personal) commitments[field] = await commitValue({ salt, value });
    drafts.push({ kind, occurred_at: now.toISOString(), payload: { ...payload, ...commitments } });
  }
  const disclosures = facts.flatMap(({ personal }, index) =>
    personal.map((value) => ({ sequence: head.sequence + 1 + index, ...value })),
  );
  return { entries: await appendEntries(head, drafts), disclosures };
};

const isNew = ({ effects }: Tx, { sessionId }: SessionChain): boolean => effects.startedChains.has(sessionId);

const lockAudit = async (tx: Tx, chain: SessionChain): Promise<ChainHead> => {
  if (isNew(tx, chain)) return GENESIS_HEAD;
  const { sequence, hash, frozenAt } = await lockHead(tx, chain);
  if (frozenAt) throw new Error(`the audit chain of session ${chain.sessionId} is frozen`);
  return { sequence, hash };
};

// The frozen chain is locked first: before the first addendum there is no row of addenda to wait for.
const lockAddenda = async (tx: Tx, chain: SessionChain): Promise<ChainHead> => {
  const { hash, frozenAt } = await lockHead(tx, chain);
  if (!frozenAt) throw new Error(`the audit chain of session ${chain.sessionId} is not frozen`);
  const addenda = await tx.db.addendaChain.findUnique({
    where: {
      organisation_id_session_id: { organisation_id: chain.organisationId, session_id: chain.sessionId },
    },
  });
  // The last statement is made later, and enqueues the job.
  requestAddendaAnchors(tx, { ...chain, lastRequestedAt: addenda?.anchor_requested_at ?? null });
  if (!addenda) return { sequence: 0, hash };
  return { sequence: addenda.head_sequence, hash: addenda.head_hash };
};

// The second of two first facts at once waits for the row of the first. Raw, since Prisma's upsert may lose that race.
const lockOrg = async (tx: Tx, { organisationId }: Chain): Promise<ChainHead> => {
  const rows = await tx.db.$queryRaw<ChainHead[]>`
    insert into org_chains as c (organisation_id, head_sequence, head_hash)
    values (${organisationId}::uuid, ${GENESIS_HEAD.sequence}, ${GENESIS_HEAD.hash})
    on conflict (organisation_id) do update set head_sequence = c.head_sequence
    returning head_sequence as sequence, head_hash as hash
  `;
  return rows[0]!;
};

const LOCK = { audit: lockAudit, addenda: lockAddenda, org: lockOrg };

const writeHead = (
  tx: Tx,
  { name, chain, end }: { name: ChainName; chain: SessionChain; end: ChainHead },
): Expressions => {
  const { organisationId, sessionId } = chain;
  if (name === 'org') {
    return {
      org_chain: Prisma.sql`
        update org_chains set head_sequence = ${end.sequence}, head_hash = ${end.hash}
        where organisation_id = ${organisationId}::uuid`,
    };
  }
  if (name === 'addenda') {
    return {
      addenda_chain: Prisma.sql`
        insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash)
        values (${organisationId}::uuid, ${sessionId}::uuid, ${end.sequence}, ${end.hash})
        on conflict (organisation_id, session_id)
        do update set head_sequence = excluded.head_sequence, head_hash = excluded.head_hash`,
    };
  }
  const isFrozen = tx.effects.frozenChains.some((frozen) => frozen.sessionId === sessionId);
  const frozenAt = isFrozen ? tx.now : null;
  return {
    audit_chain: isNew(tx, chain)
      ? Prisma.sql`
        insert into audit_chains (organisation_id, session_id, head_sequence, head_hash, frozen_at)
        values (${organisationId}::uuid, ${sessionId}::uuid, ${end.sequence}, ${end.hash}, ${frozenAt})`
      : Prisma.sql`
        update audit_chains
        set head_sequence = ${end.sequence}, head_hash = ${end.hash}, frozen_at = ${frozenAt}
        where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid`,
    // A verifier knows the head alone: this row leads from it to the chain.
    ...(isFrozen && {
      frozen_head: Prisma.sql`
        insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
        values (${end.hash}, ${organisationId}::uuid, ${sessionId}::uuid, ${frozenAt})`,
    }),
  };
};
