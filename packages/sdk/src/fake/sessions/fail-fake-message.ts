import type { InviteMessage } from '@field-inspection/contract';
import type { MessageFailedEvent } from '../../webhooks/webhook-event.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeInvite, FakeState } from '../state/fake-state.ts';

/** Fate of a message that did not reach its recipient. */
export type FakeFate = Pick<MessageFailedEvent['data'], 'status' | 'reason'>;

export function failFakeMessage(
  state: FakeState,
  messageId: string,
  { status = 'bounced', reason = 'unknown_recipient' }: Partial<FakeFate> = {},
): InviteMessage {
  const { invite, message } = findMessage(state, messageId);
  const at = state.now().toISOString();
  const failed = { ...message, status, reason, updated_at: at } as InviteMessage;
  const messages = invite.messages.map((each) => (each.id === messageId ? failed : each));
  state.invites.set(invite.id, { ...invite, messages });
  publishFakeEvent(state, 'message.failed', {
    id: messageId,
    session: invite.session,
    invite: invite.id,
    signature: null,
    kind: message.kind,
    channel: message.channel,
    recipient_hint: message.channel === 'sms' ? '+39 ••• ••67' : 'a•••@e•••.com',
    status,
    reason,
    created_at: message.updated_at,
    failed_at: at,
  });
  return failed;
}

function findMessage(
  { invites }: FakeState,
  messageId: string,
): { invite: FakeInvite; message: InviteMessage } {
  for (const invite of invites.values()) {
    const message = invite.messages.find(({ id }) => id === messageId);
    if (message) return { invite, message };
  }
  throw new Error(`There is no message ${messageId}; an invite names its messages`);
}
