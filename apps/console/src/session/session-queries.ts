import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS, queryClient } from '../service/query-client.ts';

/** More than a session may have by default; what is beyond is in the bundle. */
const MOST_ITEMS = 500;

export const useSession = (sessionId: string) =>
  useQuery({
    queryKey: ['session', sessionId],
    queryFn: ({ signal }) => client.sessions.get(sessionId, { signal }),
    refetchInterval: POLL_MS,
  });

/** The oldest first, as people number them. */
export const useEvidence = (sessionId: string) =>
  useQuery({
    queryKey: ['session', sessionId, 'evidence'],
    queryFn: async ({ signal }) => {
      const items = await client.evidence
        .list({ session_id: sessionId }, { signal })
        .toArray({ limit: MOST_ITEMS });
      return items.reverse();
    },
    enabled: useMay('evidence:read'),
    refetchInterval: POLL_MS,
  });

export const usePeople = (sessionId: string) =>
  useQuery({
    queryKey: ['session', sessionId, 'people'],
    queryFn: async ({ signal }) => {
      const people = await client.participants.list(sessionId, {}, { signal }).toArray({ limit: MOST_ITEMS });
      return people.reverse();
    },
    enabled: useMay('participants:read'),
    refetchInterval: POLL_MS,
  });

/** After a change everything of the session, and each list with it, is asked for again. */
export const askAgain = (sessionId: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['session', sessionId] }),
    queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  ]);
