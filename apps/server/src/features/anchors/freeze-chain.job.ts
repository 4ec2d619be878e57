import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { freezeChain as freeze } from '../audit/exports/append-entry.ts';
import { freezeChainJob } from '../sessions/exports/plan-freeze.ts';
import { endUploads } from '../uploads/exports/end-uploads.ts';
import { requestFirstReport } from '../reports/exports/request-report.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { askAuthorities, askForWhiteboards } from './ask-authorities.ts';

/**
 * Freezes the chain of a session that ended, once no upload is under way or their time is over (planFreeze), and asks
 * every configured authority for an anchor of its head and of its whiteboards, all in one transaction: a frozen chain
 * has its anchors.
 */
export const freezeChain = defineJob({
  ...freezeChainJob,
  run: async (context: Context, { organisation_id, session_id }) => {
    const chain = { organisationId: organisation_id, sessionId: session_id };
    await endUploads(context, chain);
    await context.transact(async (tx) => {
      // Recording evidence takes this lock, too: it comes before the freeze, or finds the chain frozen.
      const session = await lockSessionRow(tx, chain);
      if (await isFrozen(tx, chain)) return;
      freeze(tx, chain);
      await askAuthorities(context, tx, { organisation_id, session_id });
      await askForWhiteboards(context, tx, chain);
      // A report names the anchors that it had; later ones are in the addenda.
      const waitMs = context.timestampAuthorities.length > 0 ? context.config.reportAnchorWaitMs : 0;
      const latestAt = new Date(tx.now.getTime() + waitMs);
      await requestFirstReport(context, tx, { ...chain, locale: session!.locale, latestAt });
    });
  },
});

// Locks the chain's row: of two jobs at once, the second sees that the first has frozen it. Raw, since Prisma
// can't lock.
const isFrozen = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<boolean> => {
  const rows = await tx.db.$queryRaw<{ frozen_at: Date | null }[]>`
    select frozen_at
    from audit_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  return rows[0]?.frozen_at != null;
};
