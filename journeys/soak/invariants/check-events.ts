import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

const FACTS = `
  with facts as (
    select 'session.created' as type, organisation_id, id as session_id, id::text as fact from sessions
    union all
    select 'session.ended', organisation_id, id, id::text from sessions where status = 'closed'
    union all
    select 'session.completed', organisation_id, id, id::text from sessions where completed_at is not null
    union all
    select 'session.joined', organisation_id, session_id, id::text from participants where joined_at is not null
    union all
    select 'evidence.created', organisation_id, session_id, id::text from evidence where status = 'ready'
    union all
    select 'session.evidence.captured', organisation_id, session_id, id::text from evidence where status = 'ready'
    union all
    select 'session.anchored', organisation_id, session_id, authority from anchors where status = 'anchored'
  ),
  told as (
    select type, organisation_id, session_id, case type
      when 'session.joined' then data #>> '{invite,id}'
      when 'evidence.created' then data ->> 'id'
      when 'session.evidence.captured' then data #>> '{evidence,id}'
      when 'session.anchored' then data #>> '{anchor,authority}'
      else data ->> 'id'
    end as fact
    from events
    where type in (select type from facts)
  ),
  counted as (
    select type, organisation_id, session_id, fact, count(*) as told
    from told group by 1, 2, 3, 4
  )
  select coalesce(f.type, c.type) as type, coalesce(f.fact, c.fact) as fact,
    f.fact is not null as is_fact, coalesce(c.told, 0)::int as told
  from facts f
  full join counted c using (type, organisation_id, session_id, fact)`;

/** Each fact made one event, and each event has its fact. */
export const checkEvents = async ({ context }: Pick<SoakWorld, 'context'>): Promise<Finding> => {
  const { rows } = await context.database.pool.query<{
    type: string;
    fact: string;
    is_fact: boolean;
    told: number;
  }>(FACTS);
  return {
    name: 'one event of each fact',
    checked: rows.length,
    faults: rows
      .filter(({ is_fact, told }) => !is_fact || told !== 1)
      .map(
        ({ type, fact, is_fact, told }) => `${type} of ${fact}: ${told} events${is_fact ? '' : ', no fact'}`,
      ),
  };
};
