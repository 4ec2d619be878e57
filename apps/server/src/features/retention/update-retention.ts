import {
  PLAN_LIMITS,
  type Plan,
  type RetentionPolicy,
  type UpdateRetentionBody,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { RetentionPolicy as PolicyRow } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { isMatched } from '../../http/versions/is-matched.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { findRetention } from './find-retention.ts';
import { DAY_MS } from './exports/judge-retention.ts';
import { viewRetention } from './retention-view.ts';

type Change = Actor & {
  organisationId: string;
  ifMatch: string | undefined;
  body: z.output<typeof UpdateRetentionBody>;
};

/** Changes how long sessions are kept. With `ifMatch` only the version that the caller has seen. */
export const updateRetention = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: Change,
): Promise<RetentionPolicy> => {
  const held = await lockPolicy(tx, organisationId);
  requireVersion(held.version, ifMatch);
  const { plan, row } = await findRetention(tx.db, { organisationId });
  const changes = listChanges(held, body);
  if (Object.keys(changes).length === 0) return viewRetention(context, { plan, row });
  requireWithinPlan(plan, changes.session_days ?? null);
  requireWithinHost(context, changes.message_days ?? null);
  const times = Object.fromEntries(Object.keys(changes).map((field) => [`${field}_at`, tx.now]));
  const changed = await tx.db.retentionPolicy.update({
    where: { organisation_id: organisationId },
    data: { ...changes, ...times, version: { increment: 1 }, updated_at: tx.now },
  });
  const payload = { ...nameActor(actor), version: changed.version, ...changes };
  appendOrgEntry(context, tx, { organisationId, kind: 'retention.changed', payload });
  return viewRetention(context, { plan, row: changed });
};

const FIELDS = ['session_days', 'recording_days', 'message_days'] as const;
type Days = Partial<Record<(typeof FIELDS)[number], number | null>>;

const listChanges = (held: PolicyRow, body: Change['body']): Days =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const days = body[field];
      return days === undefined || days === held[field] ? [] : [[field, days]];
    }),
  );

// Of two first changes at once the second waits for the row of the first. Raw, since Prisma's upsert may lose that race.
const lockPolicy = async (tx: Tx, organisationId: string): Promise<PolicyRow> => {
  const rows = await tx.db.$queryRaw<PolicyRow[]>`
    insert into retention_policies as r (organisation_id) values (${organisationId}::uuid)
    on conflict (organisation_id) do update set version = r.version
    returning *
  `;
  return rows[0]!;
};

const requireVersion = (version: number, ifMatch: string | undefined): void => {
  if (isMatched(version, ifMatch)) return;
  throw new ApiError(
    'precondition_failed',
    `The retention policy is at version ${version} now. Get it, and send your change again with its ETag.`,
  );
};

const requireWithinPlan = (plan: Plan, days: number | null): void => {
  const most = PLAN_LIMITS[plan].retentionDays;
  if (days === null || days <= most) return;
  throw new ApiError(
    'retention.limit',
    `The plan ${plan} keeps what a session holds of people for ${most} days at most. Set fewer, or change the plan.`,
  );
};

const requireWithinHost = ({ config }: Pick<Context, 'config'>, days: number | null): void => {
  const most = config.messageRetentionMs / DAY_MS;
  if (days === null || days <= most) return;
  throw new ApiError(
    'retention.limit',
    `The service keeps messages for ${most} days at most. Set fewer, or null to keep them for as long.`,
  );
};
