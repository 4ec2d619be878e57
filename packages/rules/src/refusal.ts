import type { ErrorCode, IssueCode } from '@field-inspection/contract';
import { sayMissing } from '@field-inspection/contract/plain';

/** An invalid part of the request: `{ path: 'body.notes', code: 'too_big', message: … }`. */
export type InvalidPart = { path: string; code: IssueCode; message: string };

/** Status and title follow from the code. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: InvalidPart[] | undefined;
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

/** Says no more than what was asked for: another organisation's object is as missing as one that never was. */
export const noSuch = (thing: string, id?: string): Refusal =>
  new Refusal('not_found', sayMissing(thing, id));

/** The field has the right form, and its value can't be taken all the same. */
export const invalidField = (field: string, message: string, code: IssueCode = 'invalid_value'): Refusal =>
  invalidParts([{ path: `body.${field}`, code, message }]);

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
