import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { appendEntry, freezeChain } from '../audit/append-entry.ts';
import { cancelMessages } from '../notifications/cancel-messages.ts';
import { publishEvent } from '../webhooks/publish-event.ts';
import { viewSession } from './session-view.ts';

/** Expires a scheduled session that nobody joined in time (specification 3.1). A moved or joined one stays. */
export const expireSession = defineJob({
  id: 'expire-session',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), scheduled_for: z.string() }),
  run: (context: Context, { organisation_id, session_id, scheduled_for }) =>
    context.transact(async (tx) => {
      const due = new Date(tx.now.getTime() - context.config.sessionTtlMs);
      const expired = await tx.db.session.updateManyAndReturn({
        where: {
          organisation_id,
          id: session_id,
          status: 'created',
          AND: [{ scheduled_for: new Date(scheduled_for) }, { scheduled_for: { lte: due } }],
        },
        data: { status: 'expired', updated_at: tx.now },
      });
      const session = expired[0];
      if (!session) return;
      const chain = { organisationId: organisation_id, sessionId: session_id };
      appendEntry(context, tx, { ...chain, kind: 'session.expired', payload: { scheduled_for } });
      freezeChain(context, tx, session_id);
      await cancelMessages(tx, chain);
      publishEvent(context, tx, organisation_id, {
        type: 'session.expired',
        data: viewSession(session),
        sessionId: session_id,
      });
    }),
});
