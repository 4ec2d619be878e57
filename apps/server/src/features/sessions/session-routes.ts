import { contract, type MediaConnection } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { describeMediaConnection, nameOperator } from '../../platform/media-connection.ts';
import { changeRecording } from './change-recording.ts';
import { createSession } from './exports/create-session.ts';
import { endSession } from './exports/end-session.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { listSessions } from './list-sessions.ts';
import { getSession } from './prepared/get-session.ts';
import { setOutcome } from './set-outcome.ts';
import { updateSession } from './update-session.ts';

export const sessionRoutes = (context: Context) =>
  implement(contract.sessions, {
    create: (tx, { caller, body = {} }) => createSession(context, tx, { operator: caller, body }),
    list: ({ caller, query }) => listSessions(context, { ...caller, query }),
    get: (given) => getSession(context, sessionKeyOf(given)),
    update: (tx, given) => updateSession(context, tx, { ...sessionKeyOf(given), body: given.body }),
    end: (tx, given) => endSession(context, tx, sessionKeyOf(given)),
    setOutcome: (tx, given) => setOutcome(context, tx, { ...sessionKeyOf(given), body: given.body }),
    startRecording: (tx, given) =>
      changeRecording(context, tx, { ...sessionKeyOf(given), command: 'start_recording' }),
    stopRecording: (tx, given) =>
      changeRecording(context, tx, { ...sessionKeyOf(given), command: 'stop_recording' }),
    createMediaConnection: (tx, given) => createMediaConnection(context, tx, sessionKeyOf(given)),
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
