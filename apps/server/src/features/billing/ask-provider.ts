import { ApiError } from '../../api-error.ts';

/** What the provider answers; where it does not, the caller may try again. */
export const askProvider = <Answer>(question: Promise<Answer>): Promise<Answer> =>
  question.catch((cause: unknown) => {
    throw new ApiError(
      'unavailable',
      'The payment provider does not answer as it should. Nothing was changed; try again.',
      { cause, headers: { 'Retry-After': '2' } },
    );
  });
