import { contract, ROLE_NAMES, ROLES, WHOLE, type RoleName } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { getOrg } from './get-org.ts';
import { rotateCallbackSecret } from './rotate-callback-secret.ts';
import { updateOrg } from './update-org.ts';

export const orgRoutes = (context: Context) =>
  implement(contract.org, {
    get: ({ caller }) => getOrg(context.database.prisma, caller),
    update: (tx, { caller, body: changes }) => updateOrg(context, tx, { caller, changes }),
    getRoles: () => Promise.resolve({ data: ROLE_NAMES.map(nameScopes), ...WHOLE }),
    rotateCallbackSecret: (tx, { caller }) => rotateCallbackSecret(context, tx, caller),
  });

const nameScopes = (name: RoleName) => ({ name, scopes: [...ROLES[name]] });
