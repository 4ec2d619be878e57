import type { UpdateDirectoryBody } from '@field-inspection/contract';
import {
  listGrantedRoles,
  namedTwice,
  requireDirectoryVersion,
  requireDistinctGroups,
} from '@field-inspection/rules';
import { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { isMatched } from '../../../http/versions/is-matched.ts';
import { defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { requireGrant } from '../exports/change-author.ts';
import { takeRights } from '../take-rights.ts';
import { lockDirectory } from './lock-directory.ts';
import { MOST_AT_ONCE, settleRoles } from './settle-members.ts';

type Change = {
  caller: Caller;
  ifMatch: string | undefined;
  body: z.output<typeof UpdateDirectoryBody>;
};

/**
 * Changes which roles the groups of a directory give. Who is in one has the role when this is answered; beyond the
 * first, a job goes on.
 *
 * @throws {Refusal} permission_denied, precondition_failed, org.last_admin, sso.not_in_plan, validation_error
 */
export const updateDirectory = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, ifMatch, body }: Change,
) => {
  const { organisationId } = caller;
  await requireSsoOf(tx.db, organisationId);
  const directory = await lockDirectory(tx, organisationId);
  requireDirectoryVersion(directory.version, isMatched(directory.version, ifMatch));
  for (const role of listGrantedRoles(body)) await requireGrant(tx, caller, { role });
  if (body.roles) await writeRoles(tx, organisationId, body.roles);
  const changed = await tx.db.directory.update({
    where: { organisation_id: organisationId },
    data: {
      ...(body.default_role ? { default_role: body.default_role } : {}),
      version: { increment: 1 },
      updated_at: tx.now,
    },
    include: { roles: { orderBy: { group_key: 'asc' } } },
  });
  const author = { directory: caller };
  const settled = await settleRoles(context, tx, { organisationId, author, directory: changed });
  if (settled === 0) await takeRights(tx, { organisationId, author: caller, ended: [] });
  if (settled === MOST_AT_ONCE) enqueueRest(tx, organisationId);
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'directory.changed',
    payload: {
      ...nameActor(caller),
      version: changed.version,
      default_role: changed.default_role,
      roles: [...new Set(changed.roles.map(({ role }) => role))].sort(),
    },
    personal: { map: Object.fromEntries(changed.roles.map(({ group_name, role }) => [group_name, role])) },
  });
  return changed;
};

const writeRoles = async (
  tx: Tx,
  organisationId: string,
  roles: NonNullable<Change['body']['roles']>,
): Promise<void> => {
  requireDistinctGroups(roles);
  await tx.db.directoryRole.deleteMany({ where: { organisation_id: organisationId } });
  if (roles.length === 0) return;
  const rows = roles.map(
    ({ group, role }) =>
      Prisma.sql`(${organisationId}::uuid, lower(${group.trim()}), ${group.trim()}, ${role})`,
  );
  const written = await tx.db.$executeRaw`
    insert into directory_roles (organisation_id, group_key, group_name, role)
    values ${Prisma.join(rows)}
    on conflict do nothing
  `;
  if (written < roles.length) throw namedTwice();
};

const enqueueRest = (tx: Tx, organisationId: string): void =>
  enqueueJob(tx, settleDirectory, { payload: { organisation_id: organisationId }, key: organisationId });

/** Gives the roles of the map to the persons beyond those whom the request itself had time for. */
export const settleDirectory = defineJob({
  id: 'settle-directory',
  payload: z.object({ organisation_id: z.string() }),
  run: async (context: Context, { organisation_id: organisationId }) => {
    let settled = MOST_AT_ONCE;
    while (settled === MOST_AT_ONCE) {
      settled = await context.transact(async (tx) => {
        const directory = await lockDirectory(tx, organisationId);
        return settleRoles(context, tx, { organisationId, author: { directory: null }, directory });
      });
    }
  },
});
