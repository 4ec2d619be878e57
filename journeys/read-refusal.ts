import type { ApiError } from '@field-inspection/sdk';

export const readRefusal = async (call: PromiseLike<unknown>) => {
  const error = (await Promise.resolve(call).then(
    () => null,
    (reason: unknown) => reason,
  )) as ApiError | null;
  if (!error?.status) throw new Error('not refused', { cause: error });
  const { status, code, errors, headers, requestId } = error;
  return {
    status,
    code,
    errors: errors.map((part) => [part.path, part.code]),
    type: headers?.get('content-type')?.split(';')[0],
    hasRequestId: requestId !== null,
  };
};
export const refusal = (status: number, code: string, errors: string[][] = []) => ({
  status,
  code,
  errors,
  type: 'application/problem+json',
  hasRequestId: true,
});
