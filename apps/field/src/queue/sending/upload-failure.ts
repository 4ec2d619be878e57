import type { Failure } from './judge-failure.ts';

/** Thrown where a request of an upload failed. */
export class UploadFailure extends Error {
  override name = 'UploadFailure';
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.method}: ${failure.code ?? failure.status ?? 'no reply'}`, { cause });
    this.failure = failure;
  }
}

/** Reads a refusal by its body, which is a problem where it is the service's own. */
export const readFailure = (
  method: Failure['method'],
  { status, body, retryAfter }: { status: number; body: string; retryAfter: string | null | undefined },
): Failure => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    method,
    status,
    code: readCode(body),
    ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
  };
};

const readCode = (body: string): string | undefined => {
  try {
    const problem: unknown = JSON.parse(body);
    const code = (problem as { code?: unknown } | null)?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};
