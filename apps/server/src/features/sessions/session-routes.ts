import { contract, type MediaConnection } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { describeMediaConnection, nameOperator } from '../../platform/media-connection.ts';
import { createSession } from './exports/create-session.ts';
import { endSession } from './exports/end-session.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { listSessions } from './list-sessions.ts';
import { moveRecording } from './move-recording.ts';
import { getSession } from './prepared/get-session.ts';
import { setOutcome } from './set-outcome.ts';
import { updateSession } from './update-session.ts';

// What erases a session is of a feature further up.
const { redact: _redact, hold: _hold, release: _release, ...own } = contract.sessions;

export const sessionRoutes = (context: Context) =>
  initServer().router(own, {
    create: ({ req, body = {} }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => created(await createSession(context, tx, { operator: callerOf(req), body })),
        },
      ),
    list: async ({ req, query }) => ok(await listSessions(context, { ...callerOf(req), query })),
    get: async (input) => ok(await getSession(context, sessionKeyOf(input))),
    update: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await updateSession(context, tx, { ...sessionKeyOf(input), body: input.body })),
      }),
    end: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await endSession(context, tx, sessionKeyOf(input))),
      }),
    setOutcome: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await setOutcome(context, tx, { ...sessionKeyOf(input), body: input.body })),
      }),
    startRecording: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await moveRecording(context, tx, { ...sessionKeyOf(input), command: 'start_recording' })),
      }),
    stopRecording: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await moveRecording(context, tx, { ...sessionKeyOf(input), command: 'stop_recording' })),
      }),
    createMediaConnection: (input) =>
      writeOnce(context, input, {
        run: async (tx) => created(await createMediaConnection(context, tx, sessionKeyOf(input))),
      }),
  });

// The operator's side of the live picture and sound, while the session lives.
const createMediaConnection = async (
  context: Pick<Context, 'config' | 'secrets' | 'keyring' | 'clock'>,
  tx: Tx,
  { organisationId, sessionId, credentialId }: SessionKey & { credentialId: string },
): Promise<MediaConnection> => {
  await lockSession(tx, { organisationId, sessionId }, 'change');
  return describeMediaConnection(context, {
    organisationId,
    sessionId,
    role: 'operator',
    identity: nameOperator(credentialId),
    credentialId,
  });
};
