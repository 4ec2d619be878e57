import { contract, type CreateInspectionBody } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { requireScope } from '../../http/require-scope.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createInspection } from './create-inspection.ts';
import { createInspections } from './create-inspections.ts';
import { endInspection } from './end-inspection.ts';
import { getInspection } from './get-inspection.ts';
import { requestMore } from './request-more.ts';
import { listInspections } from './list-inspections.ts';

export const inspectionRoutes = (context: Context) =>
  initServer().router(contract.inspections, {
    create: async ({ req, body = {} }) => {
      requireCallbackScope(req, body);
      return writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => created(await createInspection(context, tx, { operator: callerOf(req), body })),
        },
      );
    },
    createMany: ({ req, body }) => {
      for (const session of body.sessions) requireCallbackScope(req, session);
      return createInspections(context, { req, body });
    },
    list: async ({ req, query }) => ok(await listInspections(context, { ...callerOf(req), query })),
    get: async (input) => ok(await getInspection(context.database.prisma, sessionKeyOf(input))),
    requestMore: ({ req, params, body = {} }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) =>
            created(
              await requestMore(context, tx, {
                ...sessionKeyOf({ req, params }),
                body,
                linkDomain: callerOf(req).linkDomain,
              }),
            ),
        },
      ),
    end: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await endInspection(context, tx, sessionKeyOf(input))),
      }),
  });

// Before the replay of a kept reply, like the scope that the route's policy states.
const requireCallbackScope = (req: object, { callbacks }: z.output<typeof CreateInspectionBody>): void => {
  if (callbacks !== undefined) requireScope(callerOf(req), 'webhooks:write', 'callbacks need');
};
