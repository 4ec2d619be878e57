import { contract, ROLE_NAMES, ROLES, WHOLE } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { getOrg } from './get-org.ts';
import { rotateCallbackSecret } from './rotate-callback-secret.ts';
import { updateOrg } from './update-org.ts';

export const orgRoutes = (context: Context) =>
  initServer().router(
    {
      get: contract.org.get,
      update: contract.org.update,
      getRoles: contract.org.getRoles,
      rotateCallbackSecret: contract.org.rotateCallbackSecret,
    },
    {
      get: async ({ req }) => ok(await getOrg(context.database.prisma, callerOf(req))),
      update: (input) =>
        writeOnce(context, input, {
          run: async (tx) =>
            ok(await updateOrg(context, tx, { caller: callerOf(input.req), changes: input.body })),
        }),
      getRoles: async () =>
        ok({ data: ROLE_NAMES.map((name) => ({ name, scopes: [...ROLES[name]] })), ...WHOLE }),
      rotateCallbackSecret: (input) =>
        writeOnce(context, input, {
          run: async (tx) => created(await rotateCallbackSecret(context, tx, callerOf(input.req))),
        }),
    },
  );
