import { ApiError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import type { Exchange } from './send-request.ts';

/** `undefined` for an operation without a result, whose reply has no body. */
export function parseReply(exchange: Exchange, { isVoid }: { isVoid: boolean }): unknown {
  const { text, value } = exchange;
  if (text === null) throw new UsageError('asResponse() took the reply: its body is yours to read');
  if (isVoid && text === '') return undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw createForeignReplyError(exchange, 'a JSON object');
}

/** This 2xx is not the service's: a captive portal, or a base URL that leads elsewhere. */
export function createForeignReplyError(exchange: Exchange, expected: string) {
  const { status, headers } = exchange.response;
  const type = headers.get('content-type') ?? 'no content type';
  const got = exchange.text === '' ? 'no body' : type;
  const detail = `The reply is not ${expected} (${got}): does baseUrl lead to the service?`;
  const requestId = headers.get('request-id');
  return new ApiError({
    ...exchange,
    status,
    code: 'invalid_response',
    detail,
    requestId,
    headers,
  });
}
