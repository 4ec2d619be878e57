import { sayBrokenJson } from '@field-inspection/contract';
import type { Request } from 'express';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { NoPlaceError } from '../platform/concurrency/create-shares.ts';
import { findPrototypeKey } from './bodies/find-prototype-key.ts';
import { findRepeatedKey } from './bodies/find-repeated-key.ts';
import { invalidBody, readCapped } from './bodies/read-capped.ts';
import { readDevice } from './callers/read-device.ts';
import { TURN_WAIT_MS } from './limits/take-turn.ts';
import { stateOf } from './request-state.ts';

export const MAX_JSON_BYTES = 256 * 1024;

/**
 * Reads the body of a write into `request.body`: nothing, or JSON in UTF-8. The content type is judged
 * before the content, the size while it arrives, and the encoding strictly: a byte that is not UTF-8
 * would otherwise be stored as something the caller did not send. No key may come twice.
 */
export const readJsonBody = async (
  context: Pick<Context, 'turns'>,
  request: Request,
  maxBytes = MAX_JSON_BYTES,
): Promise<void> => {
  // Content of a GET has no meaning (RFC 9110, section 9.3.1); Node drops it after the reply.
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const bytes = await readCapped(request, maxBytes);
  if (bytes.length === 0) {
    request.body = undefined;
    return;
  }
  if (!isJson(request.headers['content-type'])) {
    throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  await awaitTurn(context, request, bytes.length);
  request.body = parseJson(bytes);
};

// A large body takes its turn among those of its organisation, or of its address where nobody is known.
const awaitTurn = async (
  { turns }: Pick<Context, 'turns'>,
  request: Request,
  bytes: number,
): Promise<void> => {
  const { caller, fieldCaller, signerCaller } = stateOf(request);
  const owner = (caller ?? fieldCaller ?? signerCaller)?.organisationId ?? readDevice(request).address;
  await turns(owner, bytes).catch((error: unknown) => {
    // Whoever has no key counts against their address, and so does a body that came for nothing.
    throw error instanceof NoPlaceError && !caller ? tooMany(error) : error;
  });
};

const tooMany = (cause: NoPlaceError) =>
  new ApiError('rate_limited', 'Too many large bodies came at once. Send them one after the other.', {
    cause,
    headers: { 'Retry-After': String(TURN_WAIT_MS / 1000) },
  });

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '');

const parseJson = (bytes: Buffer): unknown => {
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalidBody('The body is not valid UTF-8.', cause);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (cause) {
    // JSON.parse's own words repeat the body, and often don't say where.
    throw invalidBody(sayBrokenJson(source), cause);
  }
  const repeated = findRepeatedKey(source);
  if (repeated) throw repeatedKey(repeated);
  const unusable = findPrototypeKey(parsed);
  if (unusable) throw unusableKey(unusable);
  return parsed;
};

const unusableKey = (key: string[]) => {
  const path = ['body', ...key].join('.').slice(0, 300);
  const message = 'is no key that anything can have';
  return new ApiError('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'invalid_key', message }],
  });
};

const repeatedKey = (key: string[]) => {
  const path = ['body', ...key].join('.').slice(0, 300);
  const message = 'comes twice';
  return new ApiError('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'duplicate_key', message }],
  });
};
