import {
  deriveRecipientStatus,
  factOfRevocation,
  factOfSharing,
  noSuch,
  requireNewRecipient,
  requireUnrevokedLink,
  storeRecipients,
} from '@field-inspection/rules';
import type { CreateRecipientBody, Recipient } from '../../resources/recipients.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { findSession, refuseRedacted } from '../sessions/session-handlers.ts';
import { addFakeAddendum } from '../state/fake-chain.ts';
import { countFakeMessages, type FakeState } from '../state/fake-state.ts';
import { findNewestReport } from './report-handlers.ts';
import { addFakeRecipient, linkExpiry, shareFakeReport } from './share-fake-report.ts';

export const recipientHandlers: FakeHandlers<'recipients'> = {
  'recipients.list': listRecipients,
  'recipients.create': createRecipient,
  'recipients.reissue': reissueRecipient,
  'recipients.revoke': revokeRecipient,
};

function listRecipients(state: FakeState, { ids, query }: FakeInput) {
  const { id } = findSession(state, ids[0]);
  return listFakePage(state, { items: readRecipients(state, id), list: `recipients ${id}`, query });
}

function createRecipient(state: FakeState, { ids, body }: FakeInput): Recipient {
  const { name, email } = body as unknown as CreateRecipientBody;
  const session = findSession(state, ids[0]);
  refuseRedacted(state, session.id);
  const [recipient] = storeRecipients([{ name, email }]);
  const newest = findNewestReport(state, session.id);
  if (newest) shareFakeReport(state, session.id, newest.revision_of ?? newest.id);
  const report = requireNewRecipient(recipient!, newest, readRecipients(state, session.id));
  const added = addFakeRecipient(state, session.id, recipient!);
  return send(state, added, report.revision_of ?? report.id);
}

function reissueRecipient(state: FakeState, { ids }: FakeInput): Recipient {
  const recipient = findRecipient(state, ids);
  refuseRedacted(state, recipient.session);
  requireUnrevokedLink(recipient);
  const sent = { ...recipient, expires_at: linkExpiry(state) };
  state.recipients.set(sent.id, sent);
  return send(state, sent, rootReportOf(state, sent.session));
}

function revokeRecipient(state: FakeState, { ids }: FakeInput): void {
  const recipient = findRecipient(state, ids);
  if (recipient.status === 'revoked') return;
  state.recipients.set(recipient.id, { ...recipient, status: 'revoked' });
  const { session, name, email } = recipient;
  addFakeAddendum(state, session, factOfRevocation(rootReportOf(state, session), { name, email }));
}

function send(state: FakeState, recipient: Recipient, reportId: string): Recipient {
  const { session, name, email } = recipient;
  countFakeMessages(state, { messages: 1 });
  addFakeAddendum(state, session, factOfSharing(reportId, [{ name, email }]));
  return viewRecipient(state, recipient);
}

const rootReportOf = (state: FakeState, sessionId: string): string => {
  const report = findNewestReport(state, sessionId)!;
  return report.revision_of ?? report.id;
};

const readRecipients = (state: FakeState, sessionId: string): Recipient[] =>
  [...state.recipients.values()]
    .filter(({ session }) => session === sessionId)
    .map((recipient) => viewRecipient(state, recipient));

function findRecipient(state: FakeState, [sessionId, recipientId]: readonly string[]): Recipient {
  const recipient = state.recipients.get(recipientId ?? '');
  if (recipient?.session !== sessionId) throw noSuch('recipient', recipientId);
  return viewRecipient(state, recipient!);
}

const viewRecipient = (state: FakeState, recipient: Recipient): Recipient => ({
  ...recipient,
  status: deriveRecipientStatus(recipient, state.now()),
});
