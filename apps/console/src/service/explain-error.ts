import {
  ApiError,
  ConnectionError,
  PermissionDeniedError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from '@field-inspection/sdk';
import { write } from '../words/words.ts';

/** A refusal says by itself what to do; what the browser or the network says is for nobody. */
export const explainError = (error: unknown): string => {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return write('error.network');
  if (error instanceof PermissionDeniedError) return write('error.permission');
  if (error instanceof RateLimitError) return write('error.rate');
  if (error instanceof ValidationError && error.errors.length > 0)
    return error.errors.map(({ path, message }) => `${path.split('.').at(-1)}: ${message}`).join('. ');
  if (error instanceof ApiError && error.status < 500) return error.detail;
  return write('error.unexpected');
};
