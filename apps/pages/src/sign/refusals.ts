import type { ErrorCode } from '@field-inspection/contract';
import type { Refusal, Reply } from '@field-inspection/ui';
import { hasText, write, type SignKey } from './words.ts';

export type Answer = Reply<unknown>;

type NameOf<Key> = Key extends `ended.${infer Name}.heading` ? Name : never;

export type End = Exclude<NameOf<SignKey>, 'problem'>;

export const statusOf = (answer: Answer): number | undefined => (answer?.isOk ? 200 : answer?.status);

export const problemOf = (answer: Answer): Refusal => (!answer || answer.isOk ? {} : answer.problem);

const ERRORS: Partial<Record<ErrorCode, SignKey>> = {
  signature_in_progress: 'error.busy',
  idempotency_in_flight: 'error.busy',
  rate_limited: 'error.rate_limited',
  unavailable: 'error.unavailable',
  signature_refused: 'error.refused',
};

export const explain = (answer: Answer): string => {
  if (!answer) return write('error.network');
  const { code } = problemOf(answer);
  return write((code && ERRORS[code]) ?? 'error.unexpected');
};

const FAILURES: Record<string, SignKey> = {
  declined: 'error.declined',
  no_credential: 'error.no_credential',
  expired: 'error.late',
};

/** The provider's own text is not for signers. */
export const sayFailure = (code = ''): string => write(FAILURES[code] ?? 'error.refused');

/** Gives undefined where another try may mend the refusal. */
export const nameEnd = ({ code, signature_status: status }: Refusal): End | undefined => {
  if (code === 'otp_locked') return 'locked';
  if (code === 'not_found') return 'unknown';
  if (code !== 'link_expired') return undefined;
  return isEnd(status) ? status : 'closed';
};

export const isEnd = (status: string | undefined): status is End => hasText(`ended.${status}.heading`);
