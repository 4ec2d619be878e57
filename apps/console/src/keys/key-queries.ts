import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { POLL_MS, queryClient } from '../service/query-client.ts';
import { usePages } from '../service/use-pages.ts';

const PAGE_SIZE = 50;

export const useKeys = () =>
  usePages(['keys'], (page, options) => client.credentials.list({ ...page, limit: PAGE_SIZE }, options));

export const useKey = (credentialId: string) =>
  useQuery({
    queryKey: ['key', credentialId],
    queryFn: ({ signal }) => client.credentials.get(credentialId, { signal }),
    refetchInterval: POLL_MS,
  });

/** After a change the key, and the list with it, is asked for again. */
export const askKeyAgain = (credentialId: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['key', credentialId] }),
    queryClient.invalidateQueries({ queryKey: ['keys'] }),
  ]);
