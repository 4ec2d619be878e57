import { Passkey, type LocaleCode } from '@field-inspection/contract';
import { Prisma, type Member, type Passkey as Row } from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import { showRow } from '../../../platform/database/show-row.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';

type Query = { limit: number; cursor?: string | undefined };

type Owner = { organisationId: string; memberId: string };

/**
 * Lists the passkeys of a member.
 *
 * @throws {Refusal} not_found for a person who is no member of the organisation
 */
export const listPasskeys = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, memberId, query }: Owner & { query: Query },
) => {
  const where = { organisation_id: organisationId, id: memberId, status: { not: 'removed' } };
  const member = await context.database.prisma.member.findFirst({ where });
  if (!member) throw noSuch('member', memberId);
  return pagePasskeys(context, { organisationId, memberId, query });
};

export const pagePasskeys = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, memberId, query }: Owner & { query: Query },
) => {
  const of = { table: 'passkeys', organisationId };
  const { rows, ...page } = await listPage<Row>(context, {
    list: ['passkeys', organisationId, memberId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`member_id = ${memberId}::uuid`),
  });
  return { data: rows.map(viewPasskey), ...page };
};

export const viewPasskey = (row: Omit<Row, 'raw_id' | 'public_key'>): Passkey => showRow(Passkey, row);

/** Finds what a browser is told of a member's passkeys. */
export const findKnown = (
  tx: Pick<Tx, 'db'>,
  { organisationId, memberId }: Pick<Caller, 'organisationId' | 'memberId'>,
): Promise<Pick<Row, 'raw_id' | 'transports'>[]> =>
  tx.db.passkey.findMany({
    where: { organisation_id: organisationId, member_id: memberId! },
    select: { raw_id: true, transports: true },
    orderBy: { created_at: 'desc' },
  });

/** @throws {Refusal} not_found */
export const renamePasskey = async (
  tx: Tx,
  { organisationId, memberId, passkeyId, name }: Owner & { passkeyId: string; name: string },
): Promise<Passkey> => {
  const where = { organisation_id: organisationId, member_id: memberId, id: passkeyId };
  const [row] = await tx.db.passkey.updateManyAndReturn({ where, data: { name } });
  if (!row) throw noSuch('passkey', passkeyId);
  return viewPasskey(row);
};

/** Queues a mail to a member about one of their passkeys. */
export const tellOfPasskey = (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  {
    member: { organisation_id, id, locale, email },
    row,
    kind,
  }: { member: Member; row: Pick<Row, 'id' | 'name'>; kind: 'new_passkey' | 'passkey_removed' },
): void => {
  queueMessages(context, tx, [
    {
      member: { organisation_id, id, locale: locale as LocaleCode },
      kind,
      channel: 'email',
      recipient: email,
      secret: row.name,
      dedupeKey: `${kind}:${row.id}`,
      expiresAt: null,
    },
  ]);
};

/**
 * Removes a passkey, and tells its member if it was not they. A sign-in by it that is under way waits for this, or comes before it.
 *
 * @throws {Refusal} not_found
 */
export const removePasskey = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { caller, memberId, passkeyId }: { caller: Caller; memberId: string; passkeyId: string },
): Promise<void> => {
  const { organisationId } = caller;
  const where = { organisation_id: organisationId, member_id: memberId, id: passkeyId };
  const row = await tx.db.passkey.findFirst({ where, include: { member: true } });
  const { count } = await tx.db.passkey.deleteMany({ where });
  if (!row || count === 0) throw noSuch('passkey', passkeyId);
  if (caller.memberId !== memberId)
    tellOfPasskey(context, tx, { member: row.member, row, kind: 'passkey_removed' });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.passkey_removed',
    payload: { ...nameActor(caller), member: memberId, passkey: passkeyId },
  });
};
