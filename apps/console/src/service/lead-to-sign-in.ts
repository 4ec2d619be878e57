import { ApiError, AuthenticationError } from '@field-inspection/sdk';
import { ROOT_URL } from '../words/words.ts';

/** Whoever is signed out, or has to show once more who they are, comes back to where they were. */
export const leadToSignIn = (error: unknown): void => {
  const { pathname, search } = location;
  const way = `return=${encodeURIComponent(pathname + search)}`;
  const page = new URL('sign-in', ROOT_URL).href;
  if (error instanceof AuthenticationError) location.replace(`${page}?${way}`);
  if (error instanceof ApiError && error.code === 'step_up_required')
    location.assign(`${page}?step_up&${way}`);
};
