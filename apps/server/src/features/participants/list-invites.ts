import { noSuch } from '../../api-error.ts';
import type { Invite, SessionStatus } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, placeColumn, type Placed } from '../../platform/database/list-page.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { moveSession } from '../sessions/exports/session-state.ts';
import { viewInvite } from './exports/invite-view.ts';

/** One page of a session's invites, newest first. */
export const listInvites = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring'>,
  { organisationId, sessionId, cursor, limit }: SessionKey & { cursor?: string | undefined; limit: number },
) => {
  const session = await context.database.prisma.session.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    select: { status: true },
  });
  if (!session) throw noSuch('session', sessionId);
  const list = ['participants', organisationId, sessionId];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor, limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(Participant & Placed)[]>`
      select *, ${placeColumn}
      from participants
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid and ${after}
      ${order}
    `,
  );
  const hasSessionEnded = !moveSession(session.status as SessionStatus, 'join').ok;
  const standing = { now: context.clock.now(), hasSessionEnded };
  return { data: rows.map((row) => viewInvite(row, standing)) satisfies Invite[], ...page };
};
