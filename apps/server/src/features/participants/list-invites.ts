import { noSuch } from '../../api-error.ts';
import type { Invite } from '@field-inspection/contract';
import { hasEnded } from '@field-inspection/rules';
import { Prisma, type Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { readConsents } from '../consents/exports/consent-columns.ts';
import { listInviteMessages } from '../notifications/exports/list-invite-messages.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewInvite } from './exports/invite-view.ts';

/** Gives a page of a session's invites, newest first. */
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
  const of = { table: 'participants', organisationId };
  const { rows, ...page } = await listPage<Participant>(context, {
    list,
    cursor,
    limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid`),
  });
  const hasSessionEnded = hasEnded(session);
  const standing = { now: context.clock.now(), hasSessionEnded };
  const inviteIds = rows.map(({ id }) => id);
  const messages = await listInviteMessages(context, { organisationId, inviteIds });
  const data: Invite[] = rows.map((row) => ({
    ...viewInvite(row, standing),
    consent_state: readConsents(row),
    messages: messages.get(row.id) ?? [],
  }));
  return { data, ...page };
};
