/**
 * Every code of an entry in `errors`, once: what is wrong with one part of a request. `docs/errors.md` lists them.
 */
export const ISSUE_CODES = {
  invalid_type: 'It is missing, or of another type',
  invalid_value: 'It has the right form, and is none of what can be taken here',
  invalid_format: 'It is not written as it must be',
  invalid_union: 'It is none of the forms that it may have',
  invalid_key: 'The name of a field or a pair is not written as it must be',
  unrecognized_keys: 'There is no such field or parameter',
  too_small: 'It is below its least size or value',
  too_big: 'It is above its greatest size or value',
  too_early: 'The time is before the first that is taken',
  too_late: 'The time is after the last that is taken',
  not_found: 'It names something that the organisation does not have',
  invalid_json: 'The body is not JSON in UTF-8',
  duplicate_key: 'A key comes twice in one object',
  too_deep: 'The JSON is nested too deep',
  too_many_keys: 'An object has too many keys',
  too_many_values: 'The JSON has too many values',
  invalid_encoding: 'The query is not percent-encoded UTF-8',
  invalid_domain: 'It is no domain that can be used',
  invalid_logo: 'It is no picture that can be used',
  invalid_text: 'It is no text that can be sent as a message',
  low_contrast: 'The colour can hardly be seen beside white',
  blocked_url: 'The URL is not one that deliveries are sent to',
  blocked_address: 'The URL leads to an address that deliveries are not sent to',
  bad_status: 'The URL did not answer the ping with 2xx',
  dns: 'The name of the URL leads to no address',
  unreachable: 'No connection to the URL came about',
  refused: 'The URL refuses connections',
  reset: 'The URL ended the connection',
  tls: 'The certificate or the handshake of the URL is not valid',
  timeout: 'The URL did not answer in time',
  protocol: 'The URL did not answer in HTTP',
  aborted: 'The ping was ended before it was answered',
} as const satisfies Record<string, string>;

export type IssueCode = keyof typeof ISSUE_CODES;

/**
 * The code by which an entry names what zod found. Rules of the contract's own are `custom` there: each is about a
 * value, which the message tells.
 */
export const nameIssue = (found: string | undefined): IssueCode =>
  found !== undefined && Object.hasOwn(ISSUE_CODES, found) ? (found as IssueCode) : 'invalid_value';
