import { contract, type CreateInspectionBody, type Inspection } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { z } from 'zod';
import type { Prisma } from '#prisma';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { requireScope } from '../../http/require-scope.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf, type Actor } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { endSession } from '../sessions/exports/end-session.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { createInspection } from './create-inspection.ts';
import { createInspections } from './create-inspections.ts';
import { inspectionColumns, viewInspection, type InspectionRow } from './inspection-view.ts';
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

/**
 * Ends a session as POST end does, but only one that has not ended: what is gone can't be deleted again.
 *
 * @throws {ApiError} session.already_ended
 */
const endInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  key: SessionKey & Actor,
): Promise<Inspection> => {
  const { session } = await lockSession(tx, key, 'end');
  if (session.status === 'closed') {
    throw new ApiError('session.already_ended', 'The session is completed; it can not be ended again.');
  }
  await endSession(context, tx, key);
  return getInspection(tx.db, key);
};

/** @throws {ApiError} not_found */
const getInspection = async (
  db: Prisma.TransactionClient,
  { organisationId, sessionId }: SessionKey,
): Promise<Inspection> => {
  // Raw, for the last invite's expiry in the same statement.
  const rows = await db.$queryRaw<InspectionRow[]>`
    select ${inspectionColumns}
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
  `;
  if (!rows[0]) throw noSuch('session', sessionId);
  return viewInspection(rows[0]);
};
