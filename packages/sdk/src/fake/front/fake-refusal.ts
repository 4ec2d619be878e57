import { nameIssue } from '@field-inspection/contract/plain';
import { invalidParts, type Refusal } from '@field-inspection/rules';
import type { FieldError } from '../../errors/api-error.ts';

/** All parts of a request that are not valid, by their paths: `body.notes`, `query.limit`. */
export const refuseFields = (errors: readonly FieldError[]): Refusal =>
  invalidParts(errors.map((fault) => ({ ...fault, code: nameIssue(fault.code) })));

export const refuseField = (path: string, code: string, message: string): Refusal =>
  refuseFields([{ path, code, message }]);
