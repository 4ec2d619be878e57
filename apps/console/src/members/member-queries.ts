import type { ListMembersQuery } from '@field-inspection/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS, queryClient } from '../service/query-client.ts';
import { usePages } from '../service/use-pages.ts';
import type { MemberFilters } from './read-member-filters.ts';

const PAGE_SIZE = 50;

/** More devices than anybody has at hand. */
const MOST_DEVICES = 100;

export const useMembers = (filters: MemberFilters) =>
  usePages(['members', filters], (page, options) =>
    client.members.list({ ...(filters as ListMembersQuery), ...page, limit: PAGE_SIZE }, options),
  );

export const useMember = (memberId: string) =>
  useQuery({
    queryKey: ['member', memberId],
    queryFn: ({ signal }) => client.members.get(memberId, { signal }),
    refetchInterval: POLL_MS,
  });

export const useSessionsOf = (memberId: string) =>
  useQuery({
    queryKey: ['member', memberId, 'sessions'],
    queryFn: ({ signal }) =>
      client.memberSessions.list(memberId, {}, { signal }).toArray({ limit: MOST_DEVICES }),
    enabled: useMay('credentials:read'),
    refetchInterval: POLL_MS,
  });

export const usePasskeysOf = (memberId: string) =>
  useQuery({
    queryKey: ['member', memberId, 'passkeys'],
    queryFn: ({ signal }) =>
      client.members.listPasskeys(memberId, {}, { signal }).toArray({ limit: MOST_DEVICES }),
    enabled: useMay('credentials:read'),
    refetchInterval: POLL_MS,
  });

/** More members than an entry is likely to name one of. */
const MOST_NAMES = 200;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

export const useMemberNames = (): ReadonlyMap<string, string> => {
  const query = useQuery({
    queryKey: ['members', 'names'],
    queryFn: async ({ signal }) => {
      const members = await client.members.list({}, { signal }).toArray({ limit: MOST_NAMES });
      return new Map(members.map(({ id, name }) => [id, name]));
    },
    enabled: useMay('org:read'),
  });
  return query.data ?? NO_NAMES;
};

/** After a change the member, all that is theirs, and the list is asked for again. */
export const askMemberAgain = (memberId: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['member', memberId] }),
    queryClient.invalidateQueries({ queryKey: ['members'] }),
  ]);
