import { parse, type ParsedUrlQuery } from 'node:querystring';
import { ApiError } from '../api-error.ts';

/**
 * The query of a request. One that is not percent-encoded UTF-8 is refused like such a body: it would be stored as
 * something that the caller did not send. A repeated parameter becomes a list, which no schema takes.
 *
 * @throws {ApiError} validation_error
 */
export const parseQuery = (text: string | null | undefined): ParsedUrlQuery => {
  if (!text) return {};
  if (!isPercentEncodedUtf8(text)) {
    const message = 'must be percent-encoded UTF-8';
    throw new ApiError('validation_error', `query: ${message}`, {
      errors: [{ path: 'query', code: 'invalid_encoding', message }],
    });
  }
  return parse(text);
};

const isPercentEncodedUtf8 = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return /^[\x21-\x7e]*$/.test(text);
  } catch {
    return false;
  }
};
