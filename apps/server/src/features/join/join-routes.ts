import { contract, type RequestedCode } from '@field-inspection/contract';
import {
  type Device,
  factOfCode,
  hintChannels,
  listChannels,
  requireCodeAwaited,
} from '@field-inspection/rules';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { accepted } from '../../http/reply.ts';
import { stateOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { findInvited, lockInviteByToken } from './invite-by-token.ts';
import { redeemInvite } from './redeem-invite.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { countMessages } from '../notifications/exports/count-messages.ts';
import { type NewMessage, queueMessages } from '../notifications/exports/queue-messages.ts';
import { countEntry } from '../participants/exports/count-entry.ts';
import { isPinned } from '../participants/exports/device-pin.ts';
import { drawCode, hashCode } from '../participants/exports/one-time-code.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { maskPhone } from '../notifications/exports/mask-recipient.ts';

export const joinRoutes = (context: Context) => {
  const takeTurn = createMutex();
  return implement(contract.join, {
    redeem: ({ req, params }) => {
      const call = {
        sessionId: params.session_id,
        token: params.token,
        code: req.get('x-join-otp') || undefined,
        device: readDevice(req),
        domain: stateOf(req).domain,
      };
      return takeTurn(call.token, () => redeemInvite(contextAt(context, req), call));
    },
    requestCode: {
      reply: async ({ req, params, body }) => {
        const link = { sessionId: params.session_id, token: params.token };
        const invited = await findInvited(context, link);
        const { domain } = stateOf(req);
        if (!invited || (domain && domain.organisationId !== invited.organisationId)) throw noSuch('invite');
        stateOf(req).invitedCaller = invited;
        const call = { ...link, device: readDevice(req) };
        const run = async (tx: Tx) => accepted(await requestCode(context, tx, call));
        return takeTurn(link.token, () => writeOnce(context, { req, body }, { run }));
      },
    },
  });
};

type CodeContext = Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>;

/** Ends the code before. The count of wrong codes stays. Refusals are those of the join. */
const requestCode = async (
  context: CodeContext,
  tx: Tx,
  { sessionId, token, device }: { sessionId: string; token: string; device: Device },
): Promise<RequestedCode> => {
  const invite = await lockInviteByToken(tx, { sessionId, token });
  if (!invite) throw noSuch('invite');
  const organisationId = invite.organisation_id;
  const session = (await lockSessionRow(tx, { organisationId, sessionId }))!;
  requireCodeAwaited({
    invite,
    tokenIssue: invite.token_issue,
    sessionStatus: session.status,
    isPinnedDevice: isPinned(context, invite, device),
    now: tx.now,
  });
  const code = drawCode(context);
  const expiresAt = new Date(tx.now.getTime() + context.config.otpTtlMs);
  await tx.db.participant.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: invite.id } },
    data: { otp_hmac: hashCode(context, invite, code), otp_expires_at: expiresAt, otp_sent: true },
  });
  const sending = context.ids.next();
  const messages = listChannels(invite).map(({ channel, recipient }): NewMessage => ({
    session,
    participantId: invite.id,
    kind: 'otp',
    channel,
    recipient,
    secret: code,
    dedupeKey: `otp:${sending}:${channel}`,
    expiresAt,
  }));
  await countMessages(context, tx, { organisationId, messages });
  cancelMessages(tx, { organisationId, sessionId, participantId: invite.id, kinds: ['otp'] });
  queueMessages(context, tx, messages);
  // Everybody with the link may ask for codes: the count bounds the entries in the chain.
  countEntry(tx, { organisationId, inviteId: invite.id });
  const hints = hintChannels(invite, maskPhone);
  appendEntry(context, tx, { organisationId, sessionId, ...factOfCode(invite, hints) });
  return { ...hints, otp_expires_at: expiresAt.toISOString() };
};
