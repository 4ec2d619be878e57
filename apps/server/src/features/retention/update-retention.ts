import type { Plan, RetentionPolicy, UpdateRetentionBody } from '@field-inspection/contract';
import { changeRetention, DAY_MS, requirePolicyVersion, viewRetention } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Prisma, RetentionPolicy as PolicyRow } from '#prisma';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import { isMatched } from '../../http/versions/is-matched.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';

type Change = Actor & {
  organisationId: string;
  ifMatch: string | undefined;
  body: z.output<typeof UpdateRetentionBody>;
};

export const updateRetention = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: Change,
): Promise<RetentionPolicy> => {
  const held = await lockPolicy(tx, organisationId);
  requirePolicyVersion(held.version, isMatched(held.version, ifMatch));
  const { plan, row } = await findRetention(tx.db, { organisationId });
  const messageDaysMax = context.config.messageRetentionMs / DAY_MS;
  const changes = changeRetention(held, body, { plan, messageDaysMax });
  if (!changes) return viewRetention({ plan, row }, messageDaysMax);
  const times = Object.fromEntries(Object.keys(changes).map((field) => [`${field}_at`, tx.now]));
  const changed = await tx.db.retentionPolicy.update({
    where: { organisation_id: organisationId },
    data: { ...changes, ...times, version: { increment: 1 }, updated_at: tx.now },
  });
  const payload = { ...nameActor(actor), version: changed.version, ...changes };
  appendOrgEntry(context, tx, { organisationId, kind: 'retention.changed', payload });
  return viewRetention({ plan, row: changed }, messageDaysMax);
};

// The second of two first changes at once waits for the first's row. Raw, since Prisma's upsert may lose that race.
const lockPolicy = async (tx: Tx, organisationId: string): Promise<PolicyRow> => {
  const rows = await tx.db.$queryRaw<PolicyRow[]>`
    insert into retention_policies as r (organisation_id) values (${organisationId}::uuid)
    on conflict (organisation_id) do update set version = r.version
    returning *
  `;
  return rows[0]!;
};

export const findRetention = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  { organisationId }: { organisationId: string },
): Promise<{ plan: Plan; row: PolicyRow | null }> => {
  const { plan, retention_policy: row } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true, retention_policy: true },
  });
  return { plan: plan as Plan, row };
};
