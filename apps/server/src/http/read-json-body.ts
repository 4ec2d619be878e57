import { JsonRefusal, MAX_JSON_BYTES, policyOf, readJson } from '@field-inspection/contract';
import type { Request } from 'express';
import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { invalidBody, readCapped } from './bodies/read-capped.ts';
import { readDevice } from './callers/read-device.ts';
import { BYTES_PER_SECOND, NoTurnError, SMALL_BODY_BYTES } from './limits/take-turn.ts';
import { stateOf, type MatchedRequest } from './request-state.ts';
import { mayBePicture, nameType } from '../platform/describe-uploads.ts';

/** Reads a body as its route takes it. A body that is not JSON is left to the route, which reads it as it comes. */
export const readBody = async (context: Pick<Context, 'turns'>, request: MatchedRequest): Promise<void> => {
  const { content, maxJsonBytes } = policyOf(request.tsRestRoute);
  if (!content) return readJsonBody(context, request, maxJsonBytes ? { maxBytes: maxJsonBytes } : {});
  requireContent(request, content);
  request.body = undefined;
};

/**
 * Reads the body of a write into `request.body`: nothing, or JSON in UTF-8. The content type is judged
 * before the content, the size while it arrives, and the encoding strictly: a byte that is not UTF-8
 * would otherwise be stored as something the caller did not send. No key may come twice, and none may lie deeper than
 * `MAX_JSON_DEPTH`.
 */
export const readJsonBody = async (
  context: Pick<Context, 'turns'>,
  request: Request,
  { maxBytes = MAX_JSON_BYTES, types = [JSON_TYPE] }: { maxBytes?: number; types?: readonly string[] } = {},
): Promise<void> => {
  // Content of a GET has no meaning (RFC 9110, section 9.3.1); Node drops it after the reply.
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const bytes = await readCapped(request, maxBytes);
  if (bytes.length === 0) {
    request.body = undefined;
    return;
  }
  if (!isJson(request.headers['content-type'], types)) {
    throw new Refusal('unsupported_media_type', `Send the body as ${types.join(' or ')} in UTF-8.`);
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
  const known = caller ?? fieldCaller ?? signerCaller;
  await turns(known?.organisationId ?? readDevice(request).address, bytes).catch((error: unknown) => {
    throw error instanceof NoTurnError ? refuseTurn(error, { isKnown: known !== undefined }) : error;
  });
};

// A caller without a credential has met the address's limit, its only one.
const refuseTurn = (cause: NoTurnError, { isKnown }: { isKnown: boolean }): Refusal => {
  const share = isKnown ? 'an organisation' : 'an address that has no token';
  return new Refusal(
    isKnown ? 'unavailable' : 'rate_limited',
    `Bodies above ${SMALL_BODY_BYTES / 1024} KiB are read at ${BYTES_PER_SECOND / 1024 ** 2} MiB a second for ${share}, and too many wait already. Send this one again after Retry-After, and fewer at once.`,
    { cause, headers: { 'Retry-After': String(cause.retryAfterSeconds) } },
  );
};

const JSON_TYPE = 'application/json';

const isJson = (contentType: string | undefined, types: readonly string[]): boolean => {
  const [, type] = /^([^;\s]+)\s*(?:;\s*charset="?utf-8"?\s*)?$/i.exec(contentType ?? '') ?? [];
  return type !== undefined && types.includes(type.toLowerCase());
};

/** JSON in UTF-16 or UTF-32 begins with a byte order mark, or has zeros in its first character. */
const OTHER_ENCODING = /^(?:fffe|feff|0000feff|(?!00)..00|00(?!00)..)/;

const parseJson = (bytes: Buffer): unknown => {
  if (OTHER_ENCODING.test(bytes.toString('hex', 0, 4)))
    throw invalidBody('The body is in UTF-16 or UTF-32. Send it in UTF-8, without a byte order mark.');
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalidBody('The body is not valid UTF-8.', cause);
  }
  try {
    return readJson(source);
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw refuse(cause);
    throw cause;
  }
};

const refuse = (fault: JsonRefusal): Refusal => {
  const { code, message } = fault;
  if (code === 'invalid_json') return invalidBody(message, fault.cause);
  const path = ['body', ...fault.path].join('.').slice(0, 300);
  return new Refusal('validation_error', `${path}: ${message}`, { errors: [{ path, code, message }] });
};

/** Refuses a body of bytes by its headers, before any of it is read. */
const requireContent = (
  { headers }: Pick<Request, 'headers'>,
  { types, maxBytes, isSniffed }: { types: readonly string[]; maxBytes: number; isSniffed?: true },
): void => {
  const type = nameType(headers['content-type']);
  const isTaken = types.includes(type) || (isSniffed && mayBePicture(type));
  if (!isTaken || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal(
      'unsupported_media_type',
      `Send the body as ${types.join(', ')}, without a content encoding.`,
    );
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    throw new Refusal('payload_too_large', `The body may have at most ${maxBytes} bytes.`, {
      headers: { Connection: 'close' },
    });
  }
};
