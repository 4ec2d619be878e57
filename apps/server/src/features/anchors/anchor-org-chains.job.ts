import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { askAuthorities } from './ask-authorities.ts';

const AT_ONCE = 200;

/**
 * Once a day: asks every configured authority for an anchor of the own chain of each organisation whose chain grew.
 * Pending anchors of earlier heads are given up: the later token vouches for those, too.
 */
export const anchorOrgChains = defineJob({
  id: 'anchor-org-chains',
  payload: CrontabPayload,
  run: async (context: Context) => {
    while ((await anchorSome(context)) === AT_ONCE);
  },
});

type Grown = { organisation_id: string; sequence: number };

// A single statement asks for the chains that grew, so that only one of two runs at once asks for each.
const anchorSome = (context: Context): Promise<number> =>
  context.transact(async (tx) => {
    const grown = await tx.db.$queryRaw<Grown[]>`
      update org_chains c
      set anchored_sequence = c.head_sequence, anchor_requested_at = ${tx.now}
      where c.organisation_id in (
        select organisation_id from org_chains
        where head_sequence > anchored_sequence
        order by organisation_id
        limit ${AT_ONCE}
        for update skip locked
      )
      returning c.organisation_id, c.head_sequence as sequence
    `;
    for (const { organisation_id, sequence } of grown) {
      await tx.db.orgAnchor.deleteMany({ where: { organisation_id, status: 'pending' } });
      await askAuthorities(context, tx, { organisation_id, sequence });
    }
    return grown.length;
  });
