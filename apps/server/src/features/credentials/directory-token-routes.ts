import { contract, type Scope } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { requireSsoOf } from '../quotas/exports/require-sso.ts';
import { listCredentialPage, withdrawCredential } from './credential-routes.ts';
import { grantCredential } from './grant-credential.ts';
import { rotateCredential } from './rotate-credential.ts';
import type { Tx } from '../../platform/database/transact.ts';

/** A directory's token may do this and nothing else: it makes no other token, and reads nothing but what it sent. */
const TOKEN_SCOPES: Scope[] = ['directory:write'];

/** The tokens of a directory: credentials of one scope. */
export const directoryTokenRoutes = (context: Context) =>
  implement(contract.directory, {
    listTokens: ({ caller, query }) => listTokens(context, { ...caller, query }),
    createToken: async (tx, { caller, body }) => {
      await requireSsoOf(tx.db, caller.organisationId);
      return grantCredential(context, tx, { caller, body: { ...body, scopes: TOKEN_SCOPES } });
    },
    rotateToken: {
      endsRight: true,
      run: async (tx, { caller, params, body }) => {
        await requireSsoOf(tx.db, caller.organisationId);
        const named = await findToken(tx, { caller, params });
        return rotateCredential(context, tx, { ...named, overlapHours: body?.overlap_hours });
      },
    },
    revokeToken: {
      endsRight: true,
      run: async (tx, given) => withdrawCredential(context, tx, await findToken(tx, given)),
    },
  });

export const listTokens = (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    query,
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) =>
  listCredentialPage(context, {
    organisationId,
    query,
    // This is the condition of their index.
    only: Prisma.sql`scopes = '{directory:write}'::text[]`,
  });

const findToken = async (
  tx: Tx,
  { caller, params }: { caller: Caller; params: { credential_id: string } },
): Promise<{ caller: Caller; credentialId: string }> => {
  const credentialId = params.credential_id.toLowerCase();
  const where = {
    organisation_id: caller.organisationId,
    id: credentialId,
    scopes: { equals: TOKEN_SCOPES },
  };
  if (!(await tx.db.credential.findFirst({ where }))) throw noSuch('credential', credentialId);
  return { caller, credentialId };
};
