import { ApiError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import type { Exchange } from './send-request.ts';

/** The JSON of a good reply; `undefined` for one without a body. */
export function parseReply(exchange: Exchange): unknown {
  if (exchange.text === null) throw new UsageError('asResponse() took the reply: its body is yours to read');
  if (exchange.text === '') return undefined;
  try {
    return JSON.parse(exchange.text);
  } catch (cause) {
    throw createForeignReplyError(exchange, { expected: 'JSON', cause });
  }
}

/** A 2xx that can't be the service's: a captive portal, or a base URL that leads elsewhere. */
export function createForeignReplyError(
  exchange: Exchange,
  { expected, cause }: { expected: string; cause?: unknown },
) {
  const { status, headers } = exchange.response;
  const got = headers.get('content-type') ?? 'no content type';
  const detail = `The reply is not ${expected} (${got}): does baseUrl lead to the service?`;
  const requestId = headers.get('request-id');
  return new ApiError({ ...exchange, status, code: 'invalid_response', detail, requestId, headers, cause });
}
