import { sayBrokenJson } from '@field-inspection/contract';
import type { Request } from 'express';
import { ApiError } from '../api-error.ts';
import { findPrototypeKey } from './bodies/find-prototype-key.ts';
import { findRepeatedKey } from './bodies/find-repeated-key.ts';
import { invalidBody, readCapped } from './bodies/read-capped.ts';
import { takeTurn } from './bodies/take-turn.ts';

export const MAX_JSON_BYTES = 256 * 1024;

/**
 * Reads the body of a write into `request.body`: nothing, or JSON in UTF-8. The content type is judged
 * before the content, the size while it arrives, and the encoding strictly: a byte that is not UTF-8
 * would otherwise be stored as something the caller did not send. No key may come twice.
 */
export const readJsonBody = async (request: Request, maxBytes = MAX_JSON_BYTES): Promise<void> => {
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
  await takeTurn(request, bytes.length);
  request.body = parseJson(bytes);
};

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
