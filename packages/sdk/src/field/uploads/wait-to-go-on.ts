import { ApiError } from '../../errors/api-error.ts';
import { AbortError, DeadlineExceededError, RequestError } from '../../errors/request-error.ts';
import { decideRetry } from '../../requests/decide-retry.ts';
import { isMisplaced, type UploadCall } from './tus.ts';

export async function waitToGoOn(
  error: unknown,
  { retriesDone, maxRetries }: { retriesDone: number; maxRetries: number },
  { settings, options, deadline }: UploadCall,
): Promise<void> {
  const isOver = error instanceof AbortError || error instanceof DeadlineExceededError;
  if (isOver || !(error instanceof RequestError)) throw error;
  const { runtime, maxRetryAfterMs } = settings;
  const refusal = error instanceof ApiError && !isMisplaced(error) ? error : null;
  const delayMs = decideRetry(refusal, { retriesDone, maxRetries, maxRetryAfterMs }, runtime.random);
  if (delayMs === null || runtime.now() + delayMs >= deadline.endsAtMs) throw error;
  await runtime.sleep(delayMs, options?.signal);
}
