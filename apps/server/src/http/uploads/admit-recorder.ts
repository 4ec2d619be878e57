import type { Request, Response } from 'express';
import { tokenUnauthenticated } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import { inetOf } from '../../platform/inet-of.ts';
import { readMediaToken } from '../../platform/media-connection.ts';
import { countAddress, requireOwnHost } from '../apply-policy.ts';
import { faultOf } from '../callers/read-bearer.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { stateOf, type RecorderCaller } from '../request-state.ts';
import { rightOf } from '../right-of.ts';

/** Tells whether a bearer has the form of a media token; a key and a field_session_token have no dots. */
export const isMediaToken = (bearer: string): boolean => bearer.includes('.');

/**
 * Admits a recorder: an operator's page, by the token of its media connection. So no page has to hold an API key, and
 * the recording is of that session alone. It rests on the credential that gave the token.
 *
 * @throws {Refusal} unauthenticated, permission_denied
 */
export const admitRecorder = async (
  context: Pick<Context, 'clock' | 'keyring' | 'database'>,
  limiter: AddressLimiter,
  { request, response, token }: { request: Request; response: Response; token: string },
): Promise<RecorderCaller> => {
  requireOwnHost(request);
  countAddress(context, limiter, { request, response });
  const peer = readMediaToken(context, token);
  if (peer?.role !== 'operator') throw tokenUnauthenticated(TOKEN, faultOf(request));
  const { organisationId, sessionId, credentialId } = peer;
  const recorder: RecorderCaller = {
    organisationId,
    sessionId,
    credentialId,
    keyHash: null,
    address: inetOf(request.ip),
    neededScopes: ['sessions:write'],
  };
  await requireRight(context.database.prisma, rightOf(recorder));
  stateOf(request).recorderCaller = recorder;
  return recorder;
};

const TOKEN = 'the token of an operator’s media_connection, which lives for 12 hours';
