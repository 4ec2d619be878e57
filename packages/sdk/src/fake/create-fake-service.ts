import type { ClientOptions, Runtime } from '../core/options.ts';
import type { FetchFunction, FetchInit, WebResponse } from '../core/web-types.ts';
import type { Invite } from '../resources/participants.ts';
import type { Session } from '../resources/sessions.ts';
import { answerRequest, describeRefusal, type FakeAnswer, type FakeService } from './answer-request.ts';
import { type FakeDelivery, publishFakeEvent } from './fake-delivery.ts';
import type { FakeFault } from './fake-fault.ts';
import { FakeRefusal, refuseMissing } from './fake-refusal.ts';
import { createFakeState, type FakeState } from './fake-state.ts';
import { viewInvite } from './participant-routes.ts';
import { changeSession, findLiveSession } from './session-routes.ts';

export interface FakeServiceOptions {
  /** The one key that it knows. */
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  /** When its clock begins; it goes on by `advance` and by the client's waits only. */
  now?: Date | undefined;
}

/** A request that the fake got. */
export interface FakeSentRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
}

/** The service, in memory. */
export interface FakeInspectionService {
  /** Answers as the service does. Give it to a client, or put it behind whatever your tests intercept. */
  readonly fetch: FetchFunction;
  /** For `new FieldInspection(…)`: the key, the address, `fetch`, and a clock in which waits take no time. */
  readonly clientOptions: ClientOptions;
  /** Every request, oldest first, those included that a fault befell. */
  readonly requests: readonly FakeSentRequest[];
  /** What the service holds, as its API shows it. */
  readonly sessions: () => Session[];
  readonly invites: () => Invite[];
  /** Each of the next requests meets one of these, in their order. */
  readonly failNext: (...faults: readonly FakeFault[]) => void;
  /** A field person redeems the invite: the session opens, and `session.joined` is sent. */
  readonly join: (inviteId: string) => Session;
  /** Nobody came: the session expires, and `session.expired` is sent. */
  readonly expire: (sessionId: string) => Session;
  /** Signed deliveries since the last call, for your receiver. */
  readonly takeDeliveries: () => FakeDelivery[];
  /** Moves the clock. */
  readonly advance: (ms: number) => void;
}

/**
 * The service as a `fetch` function with a state: sessions, participants, campaigns and webhook endpoints,
 * their states and refusals, paging, idempotency and signed deliveries, without network and time. The same
 * tests run against it and the real service. It does not know scopes, plans, media, and redelivery.
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
  const advance = (ms: number) => void (nowMs += ms);
  const runtime: Partial<Runtime> = { now: () => nowMs, sleep: async (ms) => advance(ms) };
  const faults: FakeFault[] = [];
  const requests: FakeSentRequest[] = [];
  const fetch = createFetch({ state, apiKey, replays: new Map() }, { faults, requests });
  return {
    fetch,
    clientOptions: { apiKey, baseUrl, fetch, runtime },
    requests,
    sessions: () => [...state.sessions.values()],
    invites: () => [...state.invites.values()].map((invite) => viewInvite(state, invite)),
    failNext: (...next) => void faults.push(...next),
    join: (inviteId) => joinSession(state, inviteId),
    expire: (sessionId) => expireSession(state, sessionId),
    takeDeliveries: () => state.outbox.splice(0),
    advance,
  };
}

function createFetch(
  service: FakeService,
  { faults, requests }: { faults: FakeFault[]; requests: FakeSentRequest[] },
): FetchFunction {
  return async (address, init) => {
    const url = new URL(address);
    const request = { method: init.method, url, headers: init.headers, text: init.body ?? '' };
    const idempotencyKey = init.headers.get('idempotency-key');
    requests.push({ method: init.method, path: url.pathname + url.search, idempotencyKey });
    const fault = faults.shift();
    if (fault?.kind === 'network_error') throw createNetworkError();
    const refusal = fault && refuseByFault(fault);
    if (refusal) return respond(describeRefusal(service.state, refusal), service.state, requests.length);
    const answer = answerRequest(service, request);
    if (fault?.kind === 'lost_reply') throw createNetworkError();
    if (fault?.kind === 'slow') await wait(fault.delayMs, init.signal);
    const response = respond(answer, service.state, requests.length);
    return fault?.kind === 'cut_body' ? cutBody(response) : response;
  };
}

function refuseByFault(fault: FakeFault): FakeRefusal | undefined {
  if (fault.kind === 'server_error')
    return new FakeRefusal('internal_error', 'The request could not be handled.');
  if (fault.kind !== 'rate_limited') return undefined;
  const headers = { 'retry-after': String(fault.retryAfterSeconds) };
  return new FakeRefusal('rate_limited', 'Too many requests. Try again later.', { headers });
}

function respond(answer: FakeAnswer, state: FakeState, number: number): WebResponse {
  const requestId = `req_${String(number).padStart(12, '0')}`;
  const nowMs = state.now().getTime();
  const headers = {
    'content-type': 'application/json',
    date: new Date(nowMs).toUTCString(),
    'request-id': requestId,
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': String(Math.max(0, 600 - number)),
    'x-ratelimit-reset': String(Math.floor(nowMs / 60_000 + 1) * 60),
    ...answer.headers,
  };
  const { status } = answer;
  if (status === 204) return new Response(null, { status, headers }) as WebResponse;
  const body = status >= 400 ? { ...(answer.body as object), request_id: requestId } : answer.body;
  return new Response(JSON.stringify(body), { status, headers }) as WebResponse;
}

/** The first bytes of the body, and then a broken connection. */
function cutBody({ status, headers }: WebResponse): WebResponse {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"id":'));
    },
    pull(stream) {
      stream.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status: status === 204 ? 200 : status, headers }) as WebResponse;
}

// As fetch does: it waits no longer than its signal lets it.
const wait = (delayMs: number, signal: FetchInit['signal']) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const createNetworkError = () => new TypeError('fetch failed', { cause: new Error('a fault of the fake') });

function joinSession(state: FakeState, inviteId: string): Session {
  const invite = state.invites.get(inviteId);
  if (!invite) throw refuseMissing();
  const session = findLiveSession(state, invite.session);
  if (viewInvite(state, invite).status !== 'pending') {
    throw new Error(`The invite is ${viewInvite(state, invite).status}; nobody can join with it`);
  }
  const at = state.now().toISOString();
  state.invites.set(inviteId, { ...invite, joined_at: at });
  const status = session.status === 'created' ? 'open' : session.status;
  const joined = changeSession(state, session, { status, started_at: session.started_at ?? at });
  const shown = viewInvite(state, { ...invite, joined_at: at });
  publishFakeEvent(state, 'session.joined', { ...joined, invite: shown });
  return joined;
}

function expireSession(state: FakeState, sessionId: string): Session {
  const session = findLiveSession(state, sessionId);
  if (session.status !== 'created') throw new Error(`The session is ${session.status}; it can not expire`);
  const expired = changeSession(state, session, { status: 'expired' });
  publishFakeEvent(state, 'session.expired', expired);
  return expired;
}
