import type { LocaleCode, RequestedMore, RequestMoreBody } from '@field-inspection/contract';
import { chooseText } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Participant } from '#prisma';
import { ApiError, invalidField, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import { mintInvite, type Recipient } from '../participants/exports/mint-invite.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { readShots, type SessionRow } from '../sessions/exports/session-view.ts';

type Body = z.output<typeof RequestMoreBody>;

/**
 * Asks the person of an invite for more: a new invite, whose message says what. The earlier one stays, so that nothing
 * that a device of theirs sends is lost.
 */
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
  const slots = await listAsked(tx, session, body);
  const { message = '' } = body;
  const invite = await mintInvite(context, tx, {
    ...key,
    ...actor,
    recipient: recipientOf(asked),
    ttlMinutes: body.ttl_minutes,
    linkDomain,
    asks: { labels: listLabels(session, slots), message },
  });
  appendEntry(context, tx, {
    ...key,
    kind: 'participant.asked',
    payload: { ...nameActor(actor), participant_id: invite.id, asked_before: asked.id },
    personal: { slots, ...(message === '' ? {} : { message }) },
  });
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
  if (asked?.revoked_at) {
    throw new ApiError('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
  }
  if (asked) return asked;
  if (inviteId !== undefined) throw noSuch('invite', inviteId);
  throw new ApiError(
    'session.invalid_state',
    'The session has no invite that is not revoked. Mint one first.',
  );
};

/** In the order of the shots. */
const listAsked = async (tx: Tx, session: SessionRow, { slots, message }: Body): Promise<string[]> => {
  const known = readShots(session).map(({ slot }) => slot);
  const unknown = slots?.find((slot) => !known.includes(slot));
  if (unknown !== undefined) {
    const choice = known.length > 0 ? known.join(', ') : 'the session asks for nothing';
    throw invalidField(`slots.${slots!.indexOf(unknown)}`, `must be one of its shots: ${choice}`);
  }
  if (slots) return known.filter((slot) => slots.includes(slot));
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  const missing = await listMissingShots({ database: { prisma: tx.db } }, key, session);
  if (missing.length > 0 || message !== undefined) return missing;
  throw new ApiError(
    'session.invalid_state',
    'Nothing is missing. Name the slots to ask for once more, or give a message.',
  );
};

const listLabels = (session: SessionRow, slots: string[]): string[] =>
  readShots(session)
    .filter(({ slot }) => slots.includes(slot))
    .map(({ label }) => chooseText(label, session.locale as LocaleCode));

/** The same person. The link goes out, whether it did before or not: by e-mail where there is an address. */
const recipientOf = ({
  recipient_first_name,
  recipient_last_name,
  recipient_email,
  recipient_phone,
  send_code,
}: Participant): Recipient => ({
  recipient_first_name,
  recipient_last_name,
  recipient_email,
  recipient_phone,
  send_email: recipient_email !== '',
  send_sms: recipient_email === '' && recipient_phone !== '',
  send_code,
});
