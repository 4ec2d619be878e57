import type { JoinedSession, SessionStatus } from '@field-inspection/contract';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { countEntry } from '../participants/exports/count-entry.ts';
import { admitDevice } from './admit-device.ts';
import { isPinned, type Device } from '../participants/exports/device-pin.ts';
import { evaluateCode } from './evaluate-code.ts';
import { explainRefusal } from './explain-refusal.ts';
import { judgeJoin } from './judge-join.ts';
import { letIn } from './let-in.ts';
import { lockInviteByToken } from './lock-invite-by-token.ts';
import { redeemOnDevice } from './redeem-on-device.ts';

type RedeemContext = Pick<
  Context,
  'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets' | 'transact'
>;

export type JoinCall = {
  sessionId: string;
  token: string;
  code: string | undefined;
  device: Device;
  /** Where it is asked by the domain of an organisation: no invite of another one is known there. */
  domain?: Domain | undefined;
};

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
  { sessionId, token, code, device, domain }: JoinCall,
): Promise<JoinedSession | ApiError> => {
  const invite = await lockInviteByToken(tx, { sessionId, token });
  if (!invite || (domain && domain.organisationId !== invite.organisation_id)) return noSuch('invite');
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
      return explainRefusal(verdict, { invite, session });
  }
};
