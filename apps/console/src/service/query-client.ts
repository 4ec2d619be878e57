import { ApiError, AuthenticationError } from '@field-inspection/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ROOT_URL } from '../words/words.ts';

/** The answers on a screen are asked again this often, while its tab is seen. */
export const POLL_MS = 15_000;

/** Whoever is signed out, or has to show once more who they are, comes back to where they were. */
const leadToSignIn = (error: unknown): void => {
  const { pathname, search } = location;
  const way = `return=${encodeURIComponent(pathname + search)}`;
  const page = new URL('sign-in', ROOT_URL).href;
  if (error instanceof AuthenticationError) location.replace(`${page}?${way}`);
  if (error instanceof ApiError && error.code === 'step_up_required')
    location.assign(`${page}?step_up&${way}`);
};

/** The SDK tries again by itself, and a way that is gone is shown rather than waited for. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leadToSignIn }),
  mutationCache: new MutationCache({ onError: leadToSignIn }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: POLL_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
});
