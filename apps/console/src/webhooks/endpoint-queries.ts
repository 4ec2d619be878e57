import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS, queryClient } from '../service/query-client.ts';

/** As many as the widest plan lets. */
const MOST_ENDPOINTS = 200;

export const useEndpoints = () =>
  useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) =>
      client.webhookEndpoints.list({ limit: 100 }, { signal }).toArray({ limit: MOST_ENDPOINTS }),
    enabled: useMay('webhooks:read'),
    refetchInterval: POLL_MS,
  });

export const useEndpoint = (endpointId: string) =>
  useQuery({
    queryKey: ['endpoint', endpointId],
    queryFn: ({ signal }) => client.webhookEndpoints.get(endpointId, { signal }),
    refetchInterval: POLL_MS,
  });

/** After a change the endpoint, and each list with it or its deliveries, is asked for again. */
export const askEndpointAgain = (endpointId: string): Promise<unknown> =>
  Promise.all(
    [['endpoint', endpointId], ['endpoints'], ['deliveries']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
