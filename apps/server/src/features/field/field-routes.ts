import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { noContent, ok } from '../../http/reply.ts';
import { fieldCallerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { getFieldState } from './get-field-state.ts';
import { leaveSession } from './leave-session.ts';
import { tellUnsentItems } from './tell-unsent-items.ts';
import { updateConsent } from './update-consent.ts';

export const fieldRoutes = (context: Context) =>
  initServer().router(contract.field, {
    get: async ({ req }) => ok(await getFieldState(contextAt(context, req), fieldCallerOf(req))),
    update: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await tellUnsentItems(tx, { caller: fieldCallerOf(input.req), body: input.body })),
      }),
    updateConsent: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await updateConsent(context, tx, { caller: fieldCallerOf(input.req), body: input.body })),
      }),
    leave: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => {
          await leaveSession(context, tx, fieldCallerOf(input.req));
          return noContent();
        },
      }),
  });
