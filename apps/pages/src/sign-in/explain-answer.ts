import type { ErrorCode } from '@field-inspection/contract';
import type { Reply } from '@field-inspection/ui';
import { write, type SignInKey } from './words.ts';

export type Answer = Reply<unknown>;

export const codeOf = (answer: Answer): ErrorCode | undefined =>
  answer && !answer.isOk ? answer.problem.code : undefined;

export const isSignedOut = (answer: Answer): boolean => codeOf(answer) === 'unauthenticated';

const ERRORS: Partial<Record<ErrorCode, SignInKey>> = {
  validation_error: 'start.invalid',
  rate_limited: 'error.rate_limited',
  otp_expired: 'code.expired',
  link_expired: 'link.expired',
  sso_required: 'error.sso_required',
};

/** A sentence for whoever asked; without an answer the network is to blame. */
export const explain = (answer: Answer): string => {
  if (!answer) return write('error.network');
  const code = codeOf(answer);
  return write((code && ERRORS[code]) ?? 'error.unexpected');
};
