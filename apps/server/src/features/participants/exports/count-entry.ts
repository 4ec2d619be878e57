import { Prisma } from '#prisma';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { MAX_ENTRIES } from './invite-state.ts';

type InviteKey = { organisationId: string; inviteId: string };

/** Counts an entry of the chain for the invite whose device makes it. The caller holds the invite's row lock. */
export const countEntry = (tx: Tx, { organisationId, inviteId }: InviteKey): void => {
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`entry_counted as (
        update participants set entries = entries + 1
        where organisation_id = ${organisationId}::uuid and id = ${inviteId}::uuid
      )`,
    ],
  });
};

/**
 * Locks an invite, and tells whether its devices may make another entry. Before the session is locked, as every request
 * takes the two. Raw, since Prisma can't lock.
 */
export const lockEntries = async (tx: Tx, { organisationId, inviteId }: InviteKey): Promise<boolean> => {
  const rows = await tx.db.$queryRaw<{ entries: number }[]>`
    select entries from participants
    where organisation_id = ${organisationId}::uuid and id = ${inviteId}::uuid
    for no key update
  `;
  return rows[0]!.entries < MAX_ENTRIES;
};

export const noMoreEntries = () =>
  new ApiError(
    'quota_reached',
    `This link has made ${MAX_ENTRIES} entries of the audit chain, as many as it may. Ask the operator for a new link.`,
  );
