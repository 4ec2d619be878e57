import { DEAD_TOKEN_KEPT_MS } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/**
 * Deletes the tokens of devices a while after they ended: by leaving, by the session's end, or with the invite. The
 * session's end is unknown when a token is made, so each is looked at when it could be due; a living token is put off,
 * and so read once in that while, not once an hour. A replaced token has no time of its replacement, and is deleted
 * at that look, unless its device had left: then the kept reply stays as long as any. Raw, for the batches.
 */
export const cleanUpFieldTokens = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const now = context.clock.now();
  const before = new Date(now.getTime() - DEAD_TOKEN_KEPT_MS);
  return deleteInBatches(context, async (db, limit) => {
    const [found] = await db.$queryRaw<{ count: number }[]>`
      with due as (
        select ctid, organisation_id, participant_id, issue, created_at, left_at
        from field_session_tokens f
        where kept_until <= ${now}
        order by kept_until
        limit ${limit}
        for update skip locked
      ),
      looked_at as materialized (select f.ctid, ${ENDED_AT} as ended_at from due f),
      gone as (
        delete from field_session_tokens
        where ctid = any (array(select ctid from looked_at where ended_at <= ${before}))
      ),
      put_off as (
        update field_session_tokens f
        set kept_until = coalesce(${ENDED_AT}, ${now}) + make_interval(secs => ${DEAD_TOKEN_KEPT_MS / 1000})
        where ctid = any (array(select ctid from looked_at where ended_at is null or ended_at > ${before}))
      )
      select count(*)::int as count from due
    `;
    return found!.count;
  });
};

// A subquery, not a join: for a join the planner would read a whole table while that is small.
const ENDED_AT = Prisma.sql`(
  select case when f.issue < p.issue then coalesce(f.left_at, f.created_at)
    else least(f.left_at, p.revoked_at, s.ended_at) end
  from participants p
  join sessions s on s.organisation_id = p.organisation_id and s.id = p.session_id
  where p.organisation_id = f.organisation_id and p.id = f.participant_id
)`;
