import { ERRORS } from '@field-inspection/contract';
import type { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';
import { nameAuthor } from '../exports/change-author.ts';
import type { LocaleCode } from '@field-inspection/contract';

export type Came = { caller: Caller; method: string; resource: 'User' | 'Group' };

type Applied = { resourceId: string; name: string; memberId: string | null; changes: string[] };

/** Writes into the provisioning log what became of a request, in its own transaction. */
export const recordApplied = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { caller, method, resource, ...applied }: Came & Applied,
): Promise<void> => {
  await tx.db.provisioningEntry.create({
    data: {
      organisation_id: caller.organisationId,
      id: ids.next(),
      created_at: tx.now,
      credential_id: caller.credentialId,
      method,
      resource,
      resource_id: applied.resourceId,
      name: applied.name,
      member_id: applied.memberId,
      outcome: applied.changes.length > 0 ? 'applied' : 'unchanged',
      changes: applied.changes,
    },
  });
};

/**
 * Writes into the provisioning log why a request was refused. That the last admin would have gone is in the
 * organisation's own chain, too, and they are told by e-mail; both once a day, since a directory tries again and again.
 */
export const recordRefused = (
  context: Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>,
  { caller, method, resource, id, name, error }: Came & { id: string | null; name: string; error: Refusal },
): Promise<void> =>
  context.transact(async (tx) => {
    const { organisationId, credentialId } = caller;
    const known = id ? await findKnown(tx, { organisationId, resource, id }) : undefined;
    await tx.db.provisioningEntry.create({
      data: {
        organisation_id: organisationId,
        id: context.ids.next(),
        created_at: tx.now,
        credential_id: credentialId,
        method,
        resource,
        resource_id: known?.id ?? null,
        name: name || (known?.name ?? ''),
        member_id: known?.memberId ?? null,
        outcome: 'refused',
        changes: [],
        code: error.code,
        detail: error.message.slice(0, MAX_DETAIL),
      },
    });
    if (error.code === 'org.last_admin') await tellLastAdmin(context, tx, caller);
  });

const MAX_DETAIL = 500;

/** Tells whether a refusal is worth an entry: it says something of what the directory asked for. */
export const isTold = (error: Refusal): boolean => ERRORS[error.code].status < 500;

const findKnown = async (
  tx: Tx,
  { organisationId, resource, id }: { organisationId: string; resource: Came['resource']; id: string },
): Promise<{ id: string; name: string; memberId: string | null } | undefined> => {
  const where = { organisation_id_id: { organisation_id: organisationId, id } };
  if (resource === 'User') {
    const user = await tx.db.directoryUser.findUnique({ where });
    return user ? { id, name: user.user_name, memberId: user.member_id } : undefined;
  }
  const group = await tx.db.directoryGroup.findUnique({ where });
  return group ? { id, name: group.display_name, memberId: null } : undefined;
};

const DAY_CHARACTERS = 10;

const tellLastAdmin = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  caller: Caller,
): Promise<void> => {
  const { organisationId } = caller;
  const admin = await tx.db.member.findFirst({
    where: { organisation_id: organisationId, role: 'org_admin', status: 'active' },
    orderBy: { id: 'asc' },
  });
  if (!admin) return;
  const dedupeKey = `directory_last_admin:${admin.id}:${tx.now.toISOString().slice(0, DAY_CHARACTERS)}`;
  const told = { organisation_id: organisationId, dedupe_key: dedupeKey };
  if (await tx.db.message.findFirst({ where: told })) return;
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'directory.refused',
    payload: { ...nameAuthor({ directory: caller }), member: admin.id, reason: 'org.last_admin' },
  });
  queueMessages(context, tx, [
    {
      member: { organisation_id: organisationId, id: admin.id, locale: admin.locale as LocaleCode },
      kind: 'directory_last_admin',
      channel: 'email',
      recipient: admin.email,
      dedupeKey,
      expiresAt: null,
      awaitsCount: true,
    },
  ]);
};
