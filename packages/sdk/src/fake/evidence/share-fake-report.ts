import { factOfSharing, isShared, SIGNATURE_LIFETIME_MS } from '@field-inspection/rules';
import type { Recipient } from '../../resources/recipients.ts';
import { findSession } from '../sessions/session-handlers.ts';
import { addFakeAddendum } from '../state/fake-chain.ts';
import { countFakeMessages, type FakeState } from '../state/fake-state.ts';

/** Once: each recipient whom the session names has a link of their own then. */
export function shareFakeReport(state: FakeState, sessionId: string, reportId: string): void {
  const session = findSession(state, sessionId);
  if (!isShared(session)) return;
  if ([...state.recipients.values()].some((each) => each.session === sessionId)) return;
  const { report_recipients: recipients } = session;
  for (const recipient of recipients) addFakeRecipient(state, sessionId, recipient);
  countFakeMessages(state, { messages: recipients.length });
  addFakeAddendum(state, sessionId, factOfSharing(reportId, recipients));
}

export function addFakeRecipient(
  state: FakeState,
  session: string,
  { name, email }: { name: string; email: string },
): Recipient {
  const recipient: Recipient = {
    id: crypto.randomUUID(),
    session,
    name,
    email,
    status: 'sent',
    opened_at: null,
    expires_at: linkExpiry(state),
    created_at: state.now().toISOString(),
  };
  state.recipients.set(recipient.id, recipient);
  return recipient;
}

export const linkExpiry = (state: FakeState): string =>
  new Date(state.now().getTime() + SIGNATURE_LIFETIME_MS).toISOString();
