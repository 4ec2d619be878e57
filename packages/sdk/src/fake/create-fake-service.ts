import { type Answers, type AttemptOutcome, noSuch } from '@field-inspection/rules';
import type { FetchFunction } from '../http/web-types.ts';
import type { ClientOptions, Runtime } from '../requests/options.ts';
import type { Evidence } from '../resources/evidence.ts';
import type { Invite, InviteMessage, ParticipantConsents } from '../resources/participants.ts';
import type { MemberSession } from '../resources/member-sessions.ts';
import type { MemberIdentity, Passkey } from '../resources/members.ts';
import type { SsoConnection } from '../resources/sso.ts';
import type { Report } from '../resources/reports.ts';
import type { Session } from '../resources/sessions.ts';
import type { Signature } from '../resources/signatures.ts';
import type { Whiteboard } from '../resources/whiteboards.ts';
import { readHeader, type WebhookHeaders } from '../webhooks/webhook-delivery.ts';
import { FAKE_SCOPES, type FakePlan, type FakeScope, type FakeSubscription } from './contract/vocabulary.ts';
import { createFakeFetch, type FakeFault, type FakeSentRequest } from './create-fake-fetch.ts';
import {
  beginFakeAttempt,
  endFakeAttempt,
  type FakeDelivery,
  listDueDeliveries,
} from './deliveries/attempt-fake-delivery.ts';
import { pauseUnreadEndpoints } from './deliveries/fake-endpoints.ts';
import { publishFakeEvent } from './deliveries/publish-fake-event.ts';
import {
  anchorFakeChain,
  captureFakeEvidence,
  drawFakeWhiteboard,
  type FakeCapture,
} from './evidence/capture-fake-evidence.ts';
import { makeFakeReports } from './evidence/report-handlers.ts';
import { signFakeReport } from './evidence/signature-handlers.ts';
import { signInToFake } from './org/me-handlers.ts';
import { linkFakeMember } from './org/member-handlers.ts';
import { addFakePasskey } from './org/passkey-handlers.ts';
import { testFakeSso } from './org/sso-handlers.ts';
import { failFakeMessage, type FakeFate } from './sessions/fail-fake-message.ts';
import { answerFakeConsent } from './sessions/recording-handlers.ts';
import { joinFakeSession } from './sessions/join-handlers.ts';
import { viewInvite } from './sessions/participant-handlers.ts';
import { changeSession, findLiveSession } from './sessions/session-handlers.ts';
import { addFakeOrgFact } from './state/fake-chain.ts';
import { addFakeCredential } from './state/fake-credentials.ts';
import { createFakeState, type FakeState } from './state/fake-state.ts';

export interface FakeServiceOptions {
  /** A key that may do everything. */
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  /** Time at which its clock begins; it goes on by `advance` and by the client's waits only. */
  now?: Date | undefined;
  /**
   * Requests that all keys together have in a minute of its clock. Above it the answer is 429.
   * @default no request is refused
   */
  requestsPerMinute?: number | undefined;
}

/** The service, in memory. */
export interface FakeInspectionService {
  /** Answers as the service does. Give it to a client, or let your tests' interceptor call it. */
  readonly fetch: FetchFunction;
  /** For `new FieldInspection(…)`: the key, the address, `fetch`, and a clock in which waits take no time. */
  readonly clientOptions: ClientOptions;
  /** Every request, oldest first, those included that a fault befell. */
  readonly requests: readonly FakeSentRequest[];
  /** Objects of the service, as its API shows them. */
  readonly sessions: () => Session[];
  readonly invites: () => Invite[];
  /** Sets faults for the next requests, one each, in this order. */
  readonly failNext: (...faults: readonly FakeFault[]) => void;
  /** Another key of the organisation, which may do only this: `client.withOptions({ apiKey })`. */
  readonly createApiKey: (options: { scopes: readonly FakeScope[] }) => string;
  /** Changes the plan; it is `enterprise` at first. The sessions there are count. */
  readonly setPlan: (plan: FakePlan) => void;
  /** Changes whether the organisation has paid; it has at first. */
  readonly setSubscription: (subscription: FakeSubscription) => void;
  /** A member signs in to the pages of the service: `memberSessions` lists it. The fake itself takes keys alone. */
  readonly signIn: (memberId: string) => MemberSession;
  /** A member registers a passkey on the pages of the service: `members.listPasskeys` lists it. */
  readonly addPasskey: (memberId: string) => Passkey;
  /** A member signs in by the provider of their company for the first time: `members.getIdentity` says so. */
  readonly linkMember: (memberId: string) => MemberIdentity;
  /** A test of the sign-on passes, so that it can be activated: no provider answers the fake. */
  readonly testSso: () => SsoConnection;
  /** A field person redeems the invite: the session opens, and `session.joined` is sent. */
  readonly join: (inviteId: string) => Session;
  /** Answers for the field person of an invite, such as `{ recording: 'granted' }`. */
  readonly answer: (inviteId: string, answers: Partial<ParticipantConsents>) => ParticipantConsents;
  /**
   * The field person captures something, a photo unless told otherwise: `evidence.created` is sent, and for a
   * photo or an annotation `session.evidence.captured`. Needs node:crypto, as all that follows.
   */
  readonly capture: (sessionId: string, capture?: FakeCapture) => Evidence;
  /** The field person draws a whiteboard; with its `id` the next version. */
  readonly drawWhiteboard: (sessionId: string, whiteboard?: { id?: string; title?: string }) => Whiteboard;
  /** The authority answers after a session's end, and `session.anchored` is sent. */
  readonly anchor: (sessionId: string) => void;
  /** The reports that were asked for are made. The first completes the session, and `session.completed` is sent. */
  readonly makeReports: (sessionId: string) => Report[];
  /** The signer signs: the report is there once more, with the signature, and `session.signed` is sent. */
  readonly sign: (signatureId: string) => Signature;
  /** A message of an invite came back, or as `fate` says: `message.failed` is sent. */
  readonly failMessage: (messageId: string, fate?: Partial<FakeFate>) => InviteMessage;
  /** Nobody came: the session expires, and `session.expired` is sent. */
  readonly expire: (sessionId: string) => Session;
  /** The signed deliveries that are due, for your receiver. Each counts as delivered. */
  readonly takeDeliveries: () => FakeDelivery[];
  /**
   * Gives each delivery that is due to a receiver, keeps what it answered in the log, and returns what was
   * sent. What it refuses, or throws at, is due again after 30 s, 5 min, 1 h, 6 h and 24 h of the fake's clock;
   * the header Retry-After of its answer moves that, as it does in the service.
   */
  readonly deliver: (receive: FakeReceiver) => Promise<FakeDelivery[]>;
  /** Its clock: `receiveWebhook(delivery, { now: service.now, … })`, once it was moved far. */
  readonly now: () => Date;
  /** Moves the clock. */
  readonly advance: (ms: number) => void;
}

/** Answers a delivery: a `Response`, a `WebhookReply`, or any status. */
export type FakeReceiver = (
  delivery: FakeDelivery,
) => { readonly status: number } | Promise<{ readonly status: number }>;

/**
 * The service as a `fetch` function with a state: all its routes with their states and refusals, scopes,
 * plans, paging, idempotency, and signed deliveries with their log, without network and time. The same tests
 * run against it and the real service. Of what it is asked and does not know it says so: 501 `not_in_fake`.
 *
 * @example
 * ```ts
 * const service = createFakeService();
 * const client = new FieldInspection(service.clientOptions);
 * service.failNext({ kind: 'lost_reply' });
 * await client.sessions.create({ notes: 'Roof' });
 * console.log(service.sessions().length, service.requests.length); // 1 2
 * ```
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeInspectionService {
  const { apiKey = 'fis_fake', baseUrl = 'https://inspections.example.com', now = new Date() } = options;
  let nowMs = now.getTime();
  const state = createFakeState(baseUrl, () => new Date(nowMs));
  const advance = (ms: number) => {
    nowMs += ms;
    pauseUnreadEndpoints(state);
  };
  const runtime: Partial<Runtime> = { now: () => nowMs, sleep: async (ms) => advance(ms) };
  const faults: FakeFault[] = [];
  const requests: FakeSentRequest[] = [];
  const addKey = (key: string, scopes: readonly FakeScope[]) =>
    void addFakeCredential(state, { name: 'test', scopes, apiKey: key });
  addKey(apiKey, FAKE_SCOPES);
  const fetch = createFakeFetch(state, { faults, requests, requestsPerMinute: options.requestsPerMinute });
  return {
    fetch,
    clientOptions: { apiKey, baseUrl, fetch, runtime },
    requests,
    sessions: () => [...state.sessions.values()],
    invites: () => [...state.invites.values()].map((invite) => viewInvite(state, invite)),
    failNext: (...next) => void faults.push(...next),
    createApiKey: ({ scopes }) => {
      const key = `fis_fake_${state.credentials.size}`;
      addKey(key, scopes);
      return key;
    },
    setPlan: (plan) => changeBilling(state, { plan }),
    setSubscription: (subscription) => changeBilling(state, { subscription }),
    signIn: (memberId) => signInToFake(state, memberId),
    addPasskey: (memberId) => addFakePasskey(state, memberId),
    linkMember: (memberId) => linkFakeMember(state, memberId),
    testSso: () => testFakeSso(state),
    join: (inviteId) => joinByInvite(state, inviteId),
    answer: (inviteId, answers) => answerFakeConsent(state, inviteId, answers as Answers),
    capture: (sessionId, capture) => captureFakeEvidence(state, sessionId, capture),
    drawWhiteboard: (sessionId, whiteboard) => drawFakeWhiteboard(state, sessionId, whiteboard),
    anchor: (sessionId) => anchorFakeChain(state, sessionId),
    makeReports: (sessionId) => makeFakeReports(state, sessionId),
    sign: (signatureId) => signFakeReport(state, signatureId),
    failMessage: (messageId, fate) => failFakeMessage(state, messageId, fate),
    expire: (sessionId) => expireSession(state, sessionId),
    takeDeliveries: () => takeDeliveries(state),
    deliver: (receive) => deliverDue(state, receive),
    now: state.now,
    advance,
  };
}

function changeBilling(
  state: FakeState,
  changes: Partial<Pick<FakeState['organisation'], 'plan' | 'subscription'>>,
): void {
  const { plan, subscription } = state.organisation;
  Object.assign(state.organisation, changes);
  const { plan: planNow, subscription: status } = state.organisation;
  if (planNow === plan && status === subscription) return;
  addFakeOrgFact(state, { kind: 'billing.changed', payload: { provider: 'stripe', plan: planNow, status } });
}

function joinByInvite(state: FakeState, inviteId: string): Session {
  const invite = state.invites.get(inviteId);
  if (!invite) throw noSuch('invite', inviteId);
  findLiveSession(state, invite.session);
  const { status } = viewInvite(state, invite);
  if (status === 'pending') return joinFakeSession(state, invite, 'fake');
  throw new Error(`The invite is ${status}; nobody can join with it`);
}

function expireSession(state: FakeState, sessionId: string): Session {
  const session = findLiveSession(state, sessionId);
  if (session.status !== 'created') throw new Error(`The session is ${session.status}; it can not expire`);
  const expired = changeSession(state, session, { status: 'expired' });
  publishFakeEvent(state, 'session.expired', expired);
  return expired;
}

const takeDeliveries = (state: FakeState): FakeDelivery[] =>
  listDueDeliveries(state).map((delivery) => {
    const sent = beginFakeAttempt(state, delivery);
    endFakeAttempt(state, delivery, answered(204));
    return sent;
  });

async function deliverDue(state: FakeState, receive: FakeReceiver): Promise<FakeDelivery[]> {
  const sent: FakeDelivery[] = [];
  for (const delivery of listDueDeliveries(state)) {
    const attempt = beginFakeAttempt(state, delivery);
    sent.push(attempt);
    endFakeAttempt(state, delivery, await askReceiver(receive, attempt));
  }
  return sent;
}

const askReceiver = async (receive: FakeReceiver, delivery: FakeDelivery): Promise<AttemptOutcome> => {
  try {
    const reply: { status: number; headers?: WebhookHeaders } = await receive(delivery);
    return answered(reply.status, readHeader(reply.headers, 'retry-after'));
  } catch (error) {
    return { ok: false, errorClass: 'unreachable', message: String(error), durationMs: 0 };
  }
};

const answered = (status: number, retryAfter?: string | null): AttemptOutcome => ({
  ok: true,
  status,
  headers: retryAfter ? { 'retry-after': retryAfter } : {},
  bodyExcerpt: '',
  durationMs: 0,
});
