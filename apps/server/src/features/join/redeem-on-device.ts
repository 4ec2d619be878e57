import type { JoinedSession } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Tx } from '../../platform/database/transact.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import type { NamedInvite } from '../field/exports/field-state-view.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { admitDevice, type Admission, type AdmitContext } from './admit-device.ts';
import { pinDevice } from '../participants/exports/device-pin.ts';
import { letIn } from './let-in.ts';

/** Redeems an invite: the device is pinned, the session opens, its reminders stop, its receivers hear of it. */
export const redeemOnDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device }: Admission,
): Promise<JoinedSession> => {
  const opened = letIn(context, tx, { invite, session });
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

// The caller holds the locks of both rows, so that they are as it has read them; the last statement changes them.
const redeem = (tx: Tx, invite: NamedInvite, pin: Uint8Array<ArrayBuffer>): NamedInvite => {
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`invite_redeemed as (
        update participants
        set pin = ${pin}, joined_at = ${tx.now}, token_sealed = null, entries = entries + 1
        where organisation_id = ${invite.organisation_id}::uuid and id = ${invite.id}::uuid
      )`,
    ],
  });
  return { ...invite, pin, joined_at: tx.now, token_sealed: null, entries: invite.entries + 1 };
};
