import type { LocaleCode, RequestedMore, RequestMoreBody } from '@field-inspection/contract';
import { chooseText, factOfRequest, listAsked, recipientOf, requireAsked } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import { mintInvite } from '../participants/exports/mint-invite.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { readShots, type SessionRow } from '../sessions/exports/session-view.ts';

type Body = z.output<typeof RequestMoreBody>;

/** The earlier invite stays, so that uploads of its devices are not lost. */
export const requestMore = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    body,
    linkDomain,
    ...actor
  }: SessionKey & Actor & { body: Body; linkDomain: string | null },
): Promise<z.infer<typeof RequestedMore>> => {
  const key = { organisationId, sessionId };
  const { session } = await lockSession(tx, key, 'change');
  const asked = await findAsked(tx, key, body.invite);
  const missing = body.slots ? [] : await listMissingShots({ database: { prisma: tx.db } }, key, session);
  const slots = listAsked(readShots(session), body, missing);
  const { message = '' } = body;
  const invite = await mintInvite(context, tx, {
    ...key,
    ...actor,
    recipient: recipientOf(asked),
    ttlMinutes: body.ttl_minutes,
    linkDomain,
    asks: { labels: listLabels(session, slots), message },
  });
  const request = { participantId: invite.id, askedBefore: asked.id, slots, message };
  appendEntry(context, tx, { ...key, ...factOfRequest(request, nameActor(actor)) });
  return { ...invite, slots };
};

const findAsked = async (
  tx: Tx,
  { organisationId, sessionId }: SessionKey,
  inviteId: string | undefined,
): Promise<Participant> => {
  const asked = await tx.db.participant.findFirst({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      ...(inviteId === undefined ? { revoked_at: null } : { id: inviteId }),
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  return requireAsked(asked, inviteId);
};

const listLabels = (session: SessionRow, slots: string[]): string[] =>
  readShots(session)
    .filter(({ slot }) => slots.includes(slot))
    .map(({ label }) => chooseText(label, session.locale as LocaleCode));
