import { AuthenticationError } from '@field-inspection/sdk';
import { ROOT_URL } from '../words/words.ts';

/** Whoever is signed out signs in and comes back to where they were. */
export const leadToSignIn = (error: unknown): void => {
  if (!(error instanceof AuthenticationError)) return;
  const { pathname, search } = location;
  location.replace(`${new URL('sign-in', ROOT_URL).href}?return=${encodeURIComponent(pathname + search)}`);
};
