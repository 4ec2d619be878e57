import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { leadToSignIn } from './lead-to-sign-in.ts';

/** The answers on a screen are asked again this often, while its tab is seen. */
export const POLL_MS = 15_000;

/** The SDK tries again by itself, and a way that is gone is shown rather than waited for. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leadToSignIn }),
  mutationCache: new MutationCache({ onError: leadToSignIn }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: POLL_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
});
