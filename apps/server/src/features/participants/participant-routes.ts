import { contract, type Invite } from '@field-inspection/contract';
import { hasEnded, readRecipient } from '@field-inspection/rules';
import { type Participant, Prisma } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { readPhoneFor } from '../../platform/messages/read-phone.ts';
import { readConsents } from '../consents/exports/consent-columns.ts';
import { listInviteMessages } from '../notifications/exports/message-view.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewInvite } from './exports/invite-view.ts';
import { mintInvite } from './exports/mint-invite.ts';
import { reissueInvite } from './reissue-invite.ts';
import { revokeInvite } from './revoke-invite.ts';

export const participantRoutes = (context: Context) =>
  implement(contract.participants, {
    create: (tx, { caller, params, body = {} }) =>
      mintInvite(context, tx, {
        ...sessionKeyOf({ caller, params }),
        recipient: readRecipient(body, readPhoneFor(context.config, caller.organisationTimeZone)),
        ttlMinutes: body.ttl_minutes,
        linkDomain: caller.linkDomain,
      }),
    list: (given) => listInvites(context, { ...sessionKeyOf(given), ...given.query }),
    reissue: (tx, given) =>
      reissueInvite(context, tx, { ...inviteKeyOf(given), linkDomain: given.caller.linkDomain }),
    revoke: (tx, given) => revokeInvite(context, tx, inviteKeyOf(given)),
  });

const inviteKeyOf = (given: { caller: Caller; params: { session_id: string; invite_id: string } }) => ({
  ...sessionKeyOf(given),
  inviteId: given.params.invite_id,
});

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
