import { GENESIS_HEAD, type ChainHead } from '@field-inspection/evidence';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { writeChain, type Fact } from './write-chain.ts';

/** What is told of an organisation itself, in its own chain. docs/organisation.md says when. */
export const ORG_FACT_KINDS = [
  'member.added',
  'member.invited',
  'member.joined',
  'member.changed',
  'member.removed',
  'organisation.changed',
  'organisation.callback_secret_rotated',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'branding.updated',
  'branding.domain_verified',
  'branding.domain_lost',
  'branding.message_text_updated',
  'billing.changed',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'retention.changed',
  'retention.held',
  'retention.released',
  'retention.redacted',
  'export.begun',
] as const;

type OrgFactKind = (typeof ORG_FACT_KINDS)[number];

/** A fact of an organisation. `personal` values become commitments, as those of a session's chain do. */
export type OrgFact = Omit<Fact, 'sessionId' | 'kind'> & { kind: OrgFactKind };

/**
 * Adds a fact to its organisation's own chain when the transaction commits. The chain begins with the first fact and
 * is never frozen. The payload begins with `nameActor`, or with `host: true` where the host's operator did it.
 */
export const appendOrgEntry = (context: Pick<Context, 'random'>, tx: Tx, fact: OrgFact): void => {
  const known = factsByTx.get(tx);
  if (known) return void known.push(fact);
  const facts = [fact];
  factsByTx.set(tx, facts);
  tx.beforeCommit.push(() => writeFacts(context, tx, facts));
};

const factsByTx = new WeakMap<Tx, OrgFact[]>();

const writeFacts = async (context: Pick<Context, 'random'>, tx: Tx, all: OrgFact[]): Promise<void> => {
  const organisations = [...new Set(all.map(({ organisationId }) => organisationId))].sort();
  for (const [index, organisationId] of organisations.entries()) {
    await writeChain(context, tx, {
      name: 'org',
      chain: { organisationId },
      index,
      head: await lockOrgHead(tx, organisationId),
      facts: all.filter((fact) => fact.organisationId === organisationId),
      writeHead: (end) => Prisma.sql`
        update org_chains set head_sequence = ${end.sequence}, head_hash = ${end.hash}
        where organisation_id = ${organisationId}::uuid`,
    });
  }
};

// Of two first facts at once the second waits for the row of the first. Raw, since Prisma's upsert may lose that race.
const lockOrgHead = async (tx: Tx, organisationId: string): Promise<ChainHead> => {
  const rows = await tx.db.$queryRaw<ChainHead[]>`
    insert into org_chains as c (organisation_id, head_sequence, head_hash)
    values (${organisationId}::uuid, ${GENESIS_HEAD.sequence}, ${GENESIS_HEAD.hash})
    on conflict (organisation_id) do update set head_sequence = c.head_sequence
    returning head_sequence as sequence, head_hash as hash
  `;
  return rows[0]!;
};
