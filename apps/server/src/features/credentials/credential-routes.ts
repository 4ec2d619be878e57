import { contract, type Credential } from '@field-inspection/contract';
import { Prisma, type Credential as CredentialRow, type CredentialKey } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewCredential } from './credential-view.ts';
import { endCredential } from './end-credential.ts';
import { grantCredential } from './grant-credential.ts';
import { rotateCredential } from './rotate-credential.ts';
import { updateCredential } from './update-credential.ts';

export const credentialRoutes = (context: Context) =>
  implement(contract.credentials, {
    list: ({ caller, query }) => listCredentialPage(context, { ...caller, query }),
    create: (tx, { caller, body }) => grantCredential(context, tx, { caller, body }),
    get: ({ caller, params }) => getCredential(context, { ...caller, credentialId: params.credential_id }),
    update: {
      endsRight: true,
      run: (tx, given) => updateCredential(context, tx, { ...named(given), body: given.body }),
    },
    rotate: {
      endsRight: true,
      run: (tx, given) =>
        rotateCredential(context, tx, { ...named(given), overlapHours: given.body?.overlap_hours }),
    },
    revoke: { endsRight: true, run: (tx, given) => withdrawCredential(context, tx, named(given)) },
  });

const named = ({ caller, params }: { caller: Caller; params: { credential_id: string } }) => ({
  caller,
  // The caller's own id is in lower case, too.
  credentialId: params.credential_id.toLowerCase(),
});

export const getCredential = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, credentialId }: { organisationId: string; credentialId: string },
): Promise<Credential> => {
  const row = await database.prisma.credential.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId }, kind: 'key' },
    include: { keys: true },
  });
  if (!row) throw noSuch('credential', credentialId);
  return viewCredential(row, clock.now());
};

export const listCredentialPage = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    query,
    only = Prisma.sql`kind = 'key'`,
  }: {
    organisationId: string;
    query: { limit: number; cursor?: string | undefined };
    only?: Prisma.Sql;
  },
) => {
  const of = { table: 'credentials', organisationId };
  const { rows, ...page } = await listPage<CredentialRow>(context, {
    list: ['credentials', organisationId, only.sql],
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, only),
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

/** Revokes a credential of the caller's organisation, the caller's own included. */
export const withdrawCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, credentialId }: { caller: Caller; credentialId: string },
): Promise<void> => {
  const key = { organisation_id: caller.organisationId, id: credentialId };
  const known = await tx.db.credential.findUnique({ where: { organisation_id_id: key, kind: 'key' } });
  if (!known) throw noSuch('credential', credentialId);
  await restWhileEnding(tx, rightOf(caller), [{ kind: 'credential', id: credentialId }]);
  await endCredential(context, tx, { credentialId, by: nameActor(caller) });
};
