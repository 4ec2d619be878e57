import type { Me } from '@field-inspection/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.me.get({ signal }),
  // A role may change at any time. The service judges each request; this is what is shown of it.
  refetchInterval: 60_000,
});

/** The member who is signed in. The shell shows no screen before they are known. */
export const useMe = (): Me => useQuery(meQuery).data!;

export const useMay = (scope: Me['scopes'][number]): boolean => useMe().scopes.includes(scope);
