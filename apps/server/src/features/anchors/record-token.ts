import { createHash } from 'node:crypto';
import { factOfLateAnchor } from '@field-inspection/rules';
import type { Anchor as AnchorRow } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendAddendum } from '../audit/exports/append-entry.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { hastenFirstReport } from '../reports/exports/request-report.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { viewAnchorNotice } from './anchor-view.ts';
import { changePendingAnchor } from './change-pending-anchor.ts';
import type { AnchorKey, PendingAnchor } from './find-anchor.ts';
import type { GoodToken } from '../../platform/tsa-client/judge-reply.ts';

/**
 * Records the token that an authority gave. The update is conditional, so that an authority anchors a head once,
 * however many jobs ask it; false for a token that came second. Of a frozen head it publishes session.anchored; an
 * anchor of the addenda is a row beside them and no more, or each would ask for the next; so is one of a whiteboard.
 */
export const recordToken = (
  context: Pick<Context, 'config' | 'ids' | 'random' | 'transact'>,
  key: AnchorKey & Pick<PendingAnchor, 'digest'>,
  { token, genTime, serial, policy }: GoodToken,
): Promise<boolean> =>
  context.transact(async (tx) => {
    const anchor = await changePendingAnchor(tx, key, {
      data: {
        status: 'anchored',
        token,
        gen_time: genTime,
        serial,
        policy,
        anchored_at: tx.now,
        last_error: null,
        attempt_count: { increment: 1 },
        sha256: Buffer.from(key.digest).toString('hex'),
      },
    });
    if (!anchor) return false;
    if (key.sequence !== undefined || !('session_id' in anchor)) return true;
    await noteLateAnchor(context, tx, anchor);
    await publishAnchor(context, tx, anchor);
    return true;
  });

// A first report is made at most REPORT_ANCHOR_WAIT after the freeze: later anchors can't be in it.
const noteLateAnchor = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { organisation_id, session_id, authority, gen_time, serial, token }: AnchorRow,
): Promise<void> => {
  const chain = await tx.db.auditChain.findUniqueOrThrow({
    where: { organisation_id_session_id: { organisation_id, session_id } },
  });
  const latest = chain.frozen_at!.getTime() + context.config.reportAnchorWaitMs;
  if (tx.now.getTime() < latest) return;
  appendAddendum(context, tx, {
    organisationId: organisation_id,
    sessionId: session_id,
    ...factOfLateAnchor({ authority, gen_time, serial }, createHash('sha256').update(token!).digest('hex')),
  });
};

const publishAnchor = async (context: Pick<Context, 'ids'>, tx: Tx, anchor: AnchorRow): Promise<void> => {
  const { organisation_id, session_id } = anchor;
  const chain = { organisationId: organisation_id, sessionId: session_id };
  // Under the session's lock: of two last anchors at once, the second sees the first.
  const session = await lockSessionRow(tx, chain);
  const pending = await tx.db.anchor.count({ where: { organisation_id, session_id, status: 'pending' } });
  if (pending === 0) await hastenFirstReport(tx, chain);
  publishEvent(context, tx, {
    organisationId: organisation_id,
    type: 'session.anchored',
    data: { ...viewSession(session!), anchor: viewAnchorNotice(anchor) },
    sessionId: session_id,
  });
};
