import type { JoinedSession } from '@field-inspection/contract';
import { explainJoin, hintChannels, judgeJoin, type Device } from '@field-inspection/rules';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import type { NamedInvite } from '../field/exports/field-state-view.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { countEntry } from '../participants/exports/count-entry.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { admitDevice, enterSession, type Admission, type AdmitContext } from './admit-device.ts';
import { isPinned, pinDevice } from '../participants/exports/device-pin.ts';
import { evaluateCode } from './evaluate-code.ts';
import { lockInviteByToken } from './invite-by-token.ts';
import { maskPhone } from '../notifications/exports/mask-recipient.ts';

type RedeemContext = Pick<
  Context,
  'metrics' | 'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets' | 'transact'
>;

export type JoinCall = {
  sessionId: string;
  token: string;
  code: string | undefined;
  device: Device;
  domain?: Domain | undefined;
};

export const redeemInvite = async (context: RedeemContext, call: JoinCall): Promise<JoinedSession> => {
  // The organisation is known only in the transaction, so the call waits in its session's turn.
  const share = { sharedBy: { sessionId: call.sessionId } };
  const answer = await context.transact((tx) => answerJoin(context, tx, call), share);
  if (answer instanceof Refusal) throw answer;
  return answer;
};

const answerJoin = async (
  context: RedeemContext,
  tx: Tx,
  { sessionId, token, code, device, domain }: JoinCall,
): Promise<JoinedSession | Refusal> => {
  const invite = await lockInviteByToken(tx, { sessionId, token });
  if (!invite || (domain && domain.organisationId !== invite.organisation_id)) return noSuch('invite');
  const session = (await lockSessionRow(tx, { organisationId: invite.organisation_id, sessionId }))!;
  const call = {
    invite,
    tokenIssue: invite.token_issue,
    sessionStatus: session.status,
    isPinnedDevice: isPinned(context, invite, device),
    hasCode: code !== undefined,
    now: tx.now,
  };
  const verdict = judgeJoin(call);
  switch (verdict) {
    case 'readmit':
      countEntry(tx, { organisationId: invite.organisation_id, inviteId: invite.id });
      return admitDevice(context, tx, {
        invite,
        session: enterSession(context, tx, { invite, session }),
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
      return explainJoin(verdict, call, invite.otp_sent ? hintChannels(invite, maskPhone) : null);
  }
};

const redeemOnDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device }: Admission,
): Promise<JoinedSession> => {
  const opened = enterSession(context, tx, { invite, session });
  const redeemed = redeem(tx, invite, pinDevice(context, invite, device));
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  cancelMessages(tx, { ...key, participantId: invite.id });
  cancelMessages(tx, { ...key, kinds: REMINDERS });
  publishEvent(context, tx, {
    organisationId: session.organisation_id,
    type: 'session.joined',
    data: {
      ...viewSession({ ...opened, report: null }),
      invite: viewInvite(redeemed, { now: tx.now, hasSessionEnded: false }),
    },
    sessionId: session.id,
  });
  return admitDevice(context, tx, { invite: redeemed, session: opened, device, pinned: false });
};

const REMINDERS = [
  'reminder_invitee_24h',
  'reminder_invitee_1h',
  'reminder_operator_24h',
  'reminder_operator_1h',
] as const;

// The caller holds both rows' locks, so the rows are as the caller read them; the last statement changes them.
const redeem = (tx: Tx, invite: NamedInvite, pin: Uint8Array<ArrayBuffer>): NamedInvite => {
  const set = { pin, joined_at: tx.now, token_sealed: null };
  const { organisation_id: organisationId, id } = invite;
  tx.effects.changes.push({ table: 'participants', organisationId, id, set, add: { entries: 1 } });
  return { ...invite, ...set, entries: invite.entries + 1 };
};
