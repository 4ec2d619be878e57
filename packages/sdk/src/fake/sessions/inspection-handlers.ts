import type { Session } from '@field-inspection/contract';
import {
  factOfRequest,
  inspectionStatusOf,
  listAsked,
  listMissing,
  missingScope,
  problemOfRow,
  readParticipant,
  recipientOf,
  Refusal,
  requireAsked,
  requireNotCompleted,
} from '@field-inspection/rules';
import type {
  CreatedInspection,
  CreatedInspections,
  CreateInspectionBody,
  CreateInspectionsBody,
  Inspection,
  InspectionRow,
  RequestedMore,
  RequestMoreBody,
} from '../../resources/inspections.ts';
import { EVENT_TYPES } from '../contract/vocabulary.ts';
import { createFakeEndpoint, rotateFakeSecret } from '../deliveries/fake-endpoints.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { checkUrl } from '../deliveries/webhook-endpoint-handlers.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { addFakeFact, nameFakeActor } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { addInvite, readPhone } from './participant-handlers.ts';
import {
  addSession,
  closeSession,
  findLiveSession,
  findSession,
  hasEnd,
  hasWords,
} from './session-handlers.ts';

export const inspectionHandlers: FakeHandlers<'inspections'> = {
  'inspections.create': createInspection,
  'inspections.createMany': createInspections,
  'inspections.list': listInspections,
  'inspections.get': (state, { ids }) => viewInspection(state, findSession(state, ids[0])),
  'inspections.end': endInspection,
  'inspections.requestMore': requestFakeMore,
};

function createInspection(state: FakeState, { body, credential }: FakeInput): CreatedInspection {
  const given = body as CreateInspectionBody;
  if (given.callbacks && !credential?.scopes.includes('webhooks:write'))
    throw missingScope('webhooks:write', { what: 'callbacks need' });
  const { participant, callbacks = {}, ...words } = given;
  const recipient = readParticipant(participant, readPhone);
  for (const [type, url] of Object.entries(callbacks)) checkUrl(url, `body.callbacks.${type}`);
  const session = addSession(state, { body: words, credential });
  addCallbacks(state, session.id, callbacks);
  publishFakeEvent(state, 'session.created', session);
  const { join_url, expires_at } = addInvite(state, session.id, { recipient, credential });
  return { id: session.id, status: 'pending', join_url, expires_at };
}

function createInspections(state: FakeState, input: FakeInput): CreatedInspections {
  const { sessions } = input.body as unknown as CreateInspectionsBody;
  const rows = sessions.map((each, index) => createRow(state, { ...input, body: { ...each } }, index));
  return { data: rows };
}

function createRow(state: FakeState, input: FakeInput, index: number): InspectionRow {
  try {
    return { index, inspection: createInspection(state, input), problem: null };
  } catch (error) {
    const problem = error instanceof Refusal ? problemOfRow(error) : undefined;
    if (!problem) throw error;
    return { index, inspection: null, problem };
  }
}

function addCallbacks(
  state: FakeState,
  session: string,
  given: Readonly<Record<string, string | undefined>>,
): void {
  const { organisation } = state;
  const urls = new Set(Object.values(given).filter((url) => url !== undefined));
  if (urls.size > 0) organisation.callbackSecrets ??= rotateFakeSecret(null, state.now());
  for (const url of urls) {
    const event_types = EVENT_TYPES.filter((type) => given[type] === url);
    const callback = { ...createFakeEndpoint(state), url, event_types, session };
    state.endpoints.set(callback.id, callback);
  }
}

function listInspections(state: FakeState, { query }: FakeInput) {
  const page = listFakePage(state, {
    items: state.sessions.values(),
    list: 'inspections',
    query,
    matches: (session) =>
      (query['status'] === undefined || inspectionStatusOf(session.status) === query['status']) &&
      hasWords(session, query) &&
      hasEnd(session, query),
  });
  return { ...page, data: page.data.map((session) => viewInspection(state, session)) };
}

function endInspection(state: FakeState, input: FakeInput): Inspection {
  const session = findSession(state, input.ids[0]);
  requireNotCompleted(session);
  return viewInspection(state, closeSession(state, input));
}

function viewInspection({ invites }: FakeState, session: Session): Inspection {
  const last = [...invites.values()].findLast((invite) => invite.session === session.id);
  return {
    id: session.id,
    status: inspectionStatusOf(session.status),
    type: session.type,
    reference: session.reference,
    site_address: session.site_address,
    metadata: session.metadata,
    shots: session.shots,
    contact: session.contact,
    report_recipients: session.report_recipients,
    template: session.template,
    template_version: session.template_version,
    expires_at: last?.expires_at ?? null,
    created_at: session.created_at,
    completed_at: session.status === 'closed' ? session.ended_at : null,
    report: session.report,
  };
}

function requestFakeMore(state: FakeState, { ids, body, credential }: FakeInput): RequestedMore {
  const { invite: named, ttl_minutes: ttlMinutes, ...asks } = body as RequestMoreBody;
  const session = findLiveSession(state, ids[0]);
  const found = [...state.invites.values()].findLast(
    ({ id, session: of, revoked_at }) =>
      of === session.id && (named === undefined ? revoked_at === null : id === named),
  );
  const asked = requireAsked(found, named);
  const slots = listAsked(session.shots, asks, listFakeMissing(state, session));
  const invite = addInvite(state, session.id, { recipient: recipientOf(asked), ttlMinutes, credential });
  addFakeFact(
    state,
    session.id,
    factOfRequest(
      { participantId: invite.id, askedBefore: asked.id, slots, message: asks.message },
      nameFakeActor(credential),
    ),
  );
  return { ...invite, slots };
}

export function listFakeMissing({ evidence }: Pick<FakeState, 'evidence'>, { id, shots }: Session): string[] {
  const there = [...evidence.values()].filter(({ session, status }) => session === id && status === 'ready');
  return listMissing(
    shots,
    there.map(({ slot }) => slot),
  );
}
