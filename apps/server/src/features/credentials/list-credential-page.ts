import { Prisma, type Credential, type CredentialKey } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { viewCredential } from './credential-view.ts';

/** One page of the organisation's credentials, newest first, with the keys of each. */
export const listCredentialPage = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    query,
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const of = { table: 'credentials', organisationId };
  const { rows, ...page } = await listPage<Credential>(context, {
    list: ['credentials', organisationId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    // As the index of the list says it; all have some.
    whole: leadBy(of, Prisma.sql`rate_limit > 0`),
  });
  const ids = rows.map(({ id }) => id);
  const keys = await context.database.prisma.$queryRaw<CredentialKey[]>`
    select * from credential_keys
    where organisation_id = ${organisationId}::uuid and credential_id = any (${ids}::uuid[])
  `;
  const now = context.clock.now();
  const data = rows.map((row) =>
    viewCredential({ ...row, keys: keys.filter(({ credential_id }) => credential_id === row.id) }, now),
  );
  return { data, ...page };
};
