import { ApiError } from './api-error.ts';

/** The refusal of a field that has the right form and can't be taken all the same. */
export const invalidField = (field: string, message: string, code = 'custom'): ApiError =>
  new ApiError('validation_error', `${field}: ${message}`, {
    errors: [{ path: `body.${field}`, code, message }],
  });
