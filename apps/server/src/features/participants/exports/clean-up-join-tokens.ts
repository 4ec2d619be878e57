import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Expired links answer 410 until then, afterwards 404. An unused link loses its sealed copy, too. */
export const cleanUpJoinTokens = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(context, async (db, limit) => {
    const [found] = await db.$queryRaw<{ count: number }[]>`
      with gone as (
        delete from invite_tokens
        where ctid = any (array(
          select ctid from invite_tokens where kept_until <= ${context.clock.now()} order by kept_until limit ${limit}
          for update skip locked
        ))
        returning organisation_id, participant_id, issue
      ),
      wiped as (
        update participants p
        set token_sealed = null
        from gone g
        where p.organisation_id = g.organisation_id and p.id = g.participant_id and p.issue = g.issue
          and p.token_sealed is not null
      )
      select count(*)::int as count from gone
    `;
    return found!.count;
  });
