import type { ErrorCode, IssueCode } from '@field-inspection/contract';
import { sayMissing } from '@field-inspection/contract/plain';

/** A part of the request that is not valid: `{ path: 'body.notes', code: 'too_big', message: … }`. */
export type InvalidPart = { path: string; code: IssueCode; message: string };

/** A refusal, as the caller is told it. The status and the title follow from the code. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: InvalidPart[] | undefined;
  /** Members of the problem beside the standard ones, such as attempts_remaining. */
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      cause?: unknown;
      errors?: InvalidPart[];
      members?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Names what was asked for and nothing more: another organisation's is as missing as one that never was. */
export const noSuch = (thing: string, id?: string): Refusal =>
  new Refusal('not_found', sayMissing(thing, id));

/** Gives the refusal of a field that has the right form and can't be taken all the same. */
export const invalidField = (field: string, message: string, code: IssueCode = 'invalid_value'): Refusal =>
  invalidParts([{ path: `body.${field}`, code, message }]);

/** Refuses to go on with an export behind a line that it does not have. */
export const noSuchLine = (): Refusal =>
  invalidParts([
    {
      path: 'query.after',
      code: 'invalid_value',
      message: 'must be the cursor of a line of an export of this organisation',
    },
  ]);

export const invalidParts = (errors: InvalidPart[]): Refusal =>
  new Refusal('validation_error', errors.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    errors,
  });
