import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { rotateCallbackSecret } from './rotate-callback-secret.ts';

export const orgRoutes = (context: Context) =>
  initServer().router(contract.org, {
    rotateCallbackSecret: (input) =>
      writeOnce(context, input, {
        run: async (tx) => created(await rotateCallbackSecret(context, tx, callerOf(input.req))),
      }),
  });
