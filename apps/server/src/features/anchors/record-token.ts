import type { Context } from '../../context.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { viewAnchorNotice } from './anchor-view.ts';
import type { AnchorKey } from './find-anchor.ts';
import type { GoodToken } from '../../platform/tsa-client/judge-reply.ts';

/**
 * Records the token that an authority gave, and publishes session.anchored. The update is conditional, so that an
 * authority anchors a session once, however many jobs ask it; false for a token that came second.
 */
export const recordToken = (
  context: Pick<Context, 'ids' | 'transact'>,
  { organisation_id, session_id, authority }: AnchorKey,
  { token, genTime, serial, policy }: GoodToken,
): Promise<boolean> =>
  context.transact(async (tx) => {
    const anchored = await tx.db.anchor.updateManyAndReturn({
      where: { organisation_id, session_id, authority, status: 'pending' },
      data: {
        status: 'anchored',
        token,
        gen_time: genTime,
        serial,
        policy,
        anchored_at: tx.now,
        last_error: null,
        attempt_count: { increment: 1 },
      },
    });
    const anchor = anchored[0];
    if (!anchor) return false;
    const session = await tx.db.session.findUniqueOrThrow({
      where: { organisation_id_id: { organisation_id, id: session_id } },
    });
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'session.anchored',
      data: { ...viewSession(session), anchor: viewAnchorNotice(anchor) },
      sessionId: session_id,
    });
    return true;
  });
