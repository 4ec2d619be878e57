import type { JoinedSession, SessionStatus } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { maskEmail, maskPhone } from '../notifications/exports/mask-recipient.ts';
import type { NamedInvite } from '../field/exports/field-state-view.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { countEntry } from '../participants/exports/count-entry.ts';
import { admitDevice } from './admit-device.ts';
import { isPinned, type Device } from '../participants/exports/device-pin.ts';
import { CHALLENGE } from '../participants/exports/one-time-code.ts';
import { evaluateCode } from './evaluate-code.ts';
import { letIn } from './let-in.ts';
import { judgeJoin, type JoinRefusal } from './judge-join.ts';
import { redeemOnDevice } from './redeem-on-device.ts';

type RedeemContext = Pick<
  Context,
  'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets' | 'transact'
>;

export type JoinCall = { sessionId: string; token: string; code: string | undefined; device: Device };

/** Redeems an invite: judged and carried out in one transaction, under the invite's row lock. */
export const redeemInvite = async (context: RedeemContext, call: JoinCall): Promise<JoinedSession> => {
  // Whose it is, its token tells in the transaction. What it waits for is its session.
  const share = { sharedBy: { sessionId: call.sessionId } };
  const answer = await context.transact((tx) => answerJoin(context, tx, call), share);
  if (answer instanceof ApiError) throw answer;
  return answer;
};

const answerJoin = async (
  context: RedeemContext,
  tx: Tx,
  { sessionId, token, code, device }: JoinCall,
): Promise<JoinedSession | ApiError> => {
  const invite = await lockInviteByToken(tx, { sessionId, token });
  if (!invite) return noSuch('invite');
  const session = (await lockSessionRow(tx, { organisationId: invite.organisation_id, sessionId }))!;
  const verdict = judgeJoin({
    invite,
    tokenIssue: invite.token_issue,
    sessionStatus: session.status as SessionStatus,
    isPinnedDevice: isPinned(context, invite, device),
    hasCode: code !== undefined,
    now: tx.now,
  });
  switch (verdict) {
    case 'readmit':
      countEntry(tx, { organisationId: invite.organisation_id, inviteId: invite.id });
      return admitDevice(context, tx, {
        invite,
        session: letIn(context, tx, { invite, session }),
        device,
        pinned: true,
      });
    case 'admit':
      return redeemOnDevice(context, tx, { invite, session, device });
    case 'verify_code': {
      const found = await evaluateCode(context, tx, { invite, code: code!, device });
      return found === 'right' ? redeemOnDevice(context, tx, { invite, session, device }) : found;
    }
    default:
      return explainRefusal(verdict, invite);
  }
};

type TokenInvite = NamedInvite & { token_issue: number };

/**
 * The invite that a token leads to, under its row lock; undefined for a token that was never given or belongs to
 * another session. Of several calls with one token, each waits for the lock and sees what the call before it
 * counted or redeemed. Raw, since Prisma can't lock.
 */
const lockInviteByToken = async (
  tx: Tx,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<TokenInvite | undefined> => {
  const rows = await tx.db.$queryRaw<TokenInvite[]>`
    select p.*, t.issue as token_issue, o.name as organisation_name, to_jsonb(b) as branding
    from invite_tokens t
    join participants p on p.organisation_id = t.organisation_id and p.id = t.participant_id
    join organisations o on o.id = p.organisation_id
    left join branding b on b.organisation_id = p.organisation_id
    where t.token_hash = ${hashToken(token)} and p.session_id = ${sessionId}::uuid
    for no key update of p
  `;
  return rows[0];
};

const explainRefusal = (code: JoinRefusal, invite: Participant): ApiError => {
  if (code === 'otp_expired') return new ApiError(code, code, { headers: CHALLENGE });
  if (code !== 'otp_required') return new ApiError(code, code);
  const { recipient_email, recipient_phone } = invite;
  const members = {
    channels: [...(recipient_email ? ['email'] : []), ...(recipient_phone ? ['sms'] : [])],
    channel_hint_email: recipient_email ? maskEmail(recipient_email) : null,
    channel_hint_phone: recipient_phone ? maskPhone(recipient_phone) : null,
  };
  return new ApiError(code, code, { members, headers: CHALLENGE });
};
