import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createMediaConnection } from './create-media-connection.ts';
import { createSession } from './create-session.ts';
import { endSession } from './end-session.ts';
import { getSession } from './get-session.ts';
import { listSessions } from './list-sessions.ts';
import { moveRecording } from './move-recording.ts';
import { updateSession } from './update-session.ts';

export const sessionRoutes = (context: Context) =>
  initServer().router(contract.sessions, {
    create: ({ req, body = {} }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 201,
            body: await createSession(context, tx, { operator: callerOf(req), body }),
          }),
        },
      ),
    list: async ({ req, query }) => ({
      status: 200,
      body: await listSessions(context, { organisationId: callerOf(req).organisationId, query }),
    }),
    get: async ({ req, params }) => ({ status: 200, body: await getSession(context, keyOf(req, params)) }),
    update: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 200,
            body: await updateSession(context, tx, { ...keyOf(req, params), body }),
          }),
        },
      ),
    end: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({ status: 200, body: await endSession(context, tx, keyOf(req, params)) }),
        },
      ),
    startRecording: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 200,
            body: await moveRecording(context, tx, { ...keyOf(req, params), command: 'start_recording' }),
          }),
        },
      ),
    stopRecording: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 200,
            body: await moveRecording(context, tx, { ...keyOf(req, params), command: 'stop_recording' }),
          }),
        },
      ),
    createMediaConnection: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 201,
            body: await createMediaConnection(context, tx, keyOf(req, params)),
          }),
        },
      ),
  });

const keyOf = (req: object, { session_id }: { session_id: string }) => {
  const { organisationId, credentialId } = callerOf(req);
  return { organisationId, credentialId, sessionId: session_id };
};
