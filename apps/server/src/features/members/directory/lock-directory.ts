import type { Directory } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * Locks the directory of an organisation, and makes its row at the first use: its requests and the changes of its map
 * take their turns, so that the second sees what the first made. Raw, since Prisma's upsert may lose that race.
 */
export const lockDirectory = async (tx: Tx, organisationId: string): Promise<Directory> => {
  const rows = await tx.db.$queryRaw<Directory[]>`
    insert into directories as d (organisation_id) values (${organisationId}::uuid)
    on conflict (organisation_id) do update set version = d.version
    returning *
  `;
  return rows[0]!;
};
