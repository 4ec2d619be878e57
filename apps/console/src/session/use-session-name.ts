import type { Session } from '@field-inspection/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { fullName } from './word-entry.ts';

/** So many inspections of a list that have no words of their own are named by their person: each takes a request. */
const NAMED_AT_ONCE = 8;

export type Named = { session: Session; isAsked: boolean };

export const listNameless = (sessions: readonly Session[]): Named[] => {
  let nameless = 0;
  return sessions.map((session) => ({
    session,
    isAsked: ownWords(session) === '' && nameless++ < NAMED_AT_ONCE,
  }));
};

type Worded = Pick<Session, 'id' | 'reference' | 'site_address' | 'created_at'>;

const ownWords = ({ reference, site_address: site }: Pick<Worded, 'reference' | 'site_address'>): string =>
  reference || site;

/** Names an inspection as its people do: by its reference, else by the site, else by the person who was invited. */
export const useSessionName = (session: Worded, isAsked = true): string => {
  const { id, created_at } = session;
  const words = ownWords(session);
  const { data: person = '' } = useQuery({
    queryKey: ['session', id, 'person'],
    queryFn: async ({ signal }) => {
      const [newest] = (await client.participants.list(id, { limit: 1 }, { signal })).data;
      return newest ? fullName(newest) || newest.recipient_email || newest.recipient_phone : '';
    },
    enabled: useMay('participants:read') && isAsked && words === '',
    staleTime: Infinity,
  });
  return words || person || write('session.heading', { time: writeTime(created_at) });
};
