import { ApiError, AuthenticationError } from '@field-inspection/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signInHref, stepUpHref } from './step-up.ts';

/** The answers on a screen are asked again this often, while its tab is seen. */
export const POLL_MS = 15_000;

/** Whoever is signed out, or has to show once more who they are, comes back to where they were. */
const leadToSignIn = (error: unknown): void => {
  if (error instanceof AuthenticationError) location.replace(signInHref());
  if (error instanceof ApiError && error.code === 'step_up_required') location.assign(stepUpHref());
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
