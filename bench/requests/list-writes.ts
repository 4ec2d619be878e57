import { randomUUID } from 'node:crypto';
import { FieldInspection } from '@field-inspection/sdk';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { takePhoto } from '../../apps/server/src/testing/take-photo.ts';
import { inTurn } from '../harness/turns.ts';
import { askAll, composeRequest } from '../load/connection.ts';
import { joinWithConsent, type Tenant } from '../stage/move-in.ts';

export type WriteCase = {
  name: string;
  wanted: number;
  /** Calls made for each call of another case: some take longer. */
  share: number;
  /** Makes requests that can be sent once each, with the objects that they need. */
  prepare: (baseUrl: string, count: number) => Promise<Buffer[]>;
  effect: string;
};

export const countsOf = ({ share }: WriteCase, seconds: number) => {
  const of = (perSecond: number) => Math.max(8, Math.round(perSecond * share * seconds));
  return { warm: of(40), many: of(400), one: of(60) };
};

/**
 * All cases are of the first tenant but the one in which the tenants take turns.
 * Each call is about its own session: a replay sends calls in another order, and an entry of an audit chain takes
 * effect only in its own place.
 */
export const listWrites = (all: Tenant[]): WriteCase[] => [
  createSessions('POST session', all.slice(0, 1)),
  createSessions(`POST session of ${all.length} organisations`, all),
  ...listOwnWrites(all.slice(0, 1)),
];

const listOwnWrites = (tenants: Tenant[]): WriteCase[] => [
  {
    name: 'PATCH session',
    wanted: 200,
    share: 1,
    prepare: async (baseUrl, count) => {
      const sessions = await makeSessions(baseUrl, tenants, count);
      return sessions.map(({ id, tenant }) =>
        write(tenant, { method: 'PATCH', path: `/sessions/${id}`, body: { notes: 'Roof, north side' } }),
      );
    },
    effect: `audit_entries where kind = 'session.updated'`,
  },
  {
    name: 'mint an invite with a code and an e-mail',
    wanted: 201,
    share: 1,
    prepare: async (baseUrl, count) => (await makeSessions(baseUrl, tenants, count)).map(mint),
    effect: 'participants',
  },
  {
    name: 'join with a code',
    wanted: 200,
    share: 1,
    prepare: async (baseUrl, count) => (await makeInvites(baseUrl, tenants, count)).map(join),
    effect: 'field_session_tokens',
  },
  {
    name: 'POST photo',
    wanted: 201,
    share: 0.1,
    prepare: (baseUrl, count) => preparePhotos(baseUrl, tenants, count),
    effect: `evidence where status = 'ready'`,
  },
  {
    name: 'end a session',
    wanted: 200,
    share: 1,
    prepare: async (baseUrl, count) =>
      (await makeSessions(baseUrl, tenants, count)).map(({ id, tenant }) =>
        write(tenant, { method: 'POST', path: `/sessions/${id}/end` }),
      ),
    effect: `sessions where status = 'closed'`,
  },
];

const createSessions = (name: string, tenants: Tenant[]): WriteCase => ({
  name,
  wanted: 201,
  share: 1,
  prepare: async (_, count) => createRequests(tenants, count),
  effect: 'sessions',
});

const createRequests = (tenants: Tenant[], count: number): Buffer[] =>
  Array.from({ length: count }, (_, turn) =>
    write(tenants[turn % tenants.length]!, {
      method: 'POST',
      path: '/sessions',
      body: { notes: `Roof ${turn}` },
    }),
  );

const write = (
  { apiKey }: Tenant,
  { path, ...rest }: { method: string; path: string; body?: object },
): Buffer => composeRequest({ path: PUBLIC_ROOT + path, token: apiKey, ...rest });

type Made = { id: string; tenant: Tenant };

const makeSessions = async (baseUrl: string, tenants: Tenant[], count: number): Promise<Made[]> => {
  const made = await askAll<{ id: string }>(baseUrl, createRequests(tenants, count), 201);
  return made.map(({ id }, turn) => ({ id, tenant: tenants[turn % tenants.length]! }));
};

/** Each code goes to a fresh address, since an address gets only a few an hour. */
const mint = ({ id, tenant }: Made): Buffer =>
  write(tenant, {
    method: 'POST',
    path: `/sessions/${id}/participants`,
    body: { recipient_email: `${randomUUID()}@example.com`, send_email: true },
  });

type Invite = { join_url: string; otp_code: string };

/** Each invite has its own session. */
const makeInvites = async (baseUrl: string, tenants: Tenant[], count: number): Promise<Invite[]> => {
  const sessions = await makeSessions(baseUrl, tenants, count);
  return askAll<Invite>(baseUrl, sessions.map(mint), 201);
};

const join = ({ join_url, otp_code }: Invite): Buffer => {
  const { pathname, hash } = new URL(join_url);
  const path = `/v1/sessions/${pathname.split('/').at(-1)}/join/${hash.slice(1)}`;
  return composeRequest({ method: 'GET', path, headers: { 'x-join-otp': otp_code } });
};

const preparePhotos = async (baseUrl: string, tenants: Tenant[], count: number): Promise<Buffer[]> => {
  const client = new FieldInspection({ apiKey: tenants[0]!.apiKey, baseUrl });
  return inTurn(count, async () => {
    const { token } = await joinWithConsent({ client, baseUrl });
    const headers = { 'content-type': 'image/jpeg' };
    return composeRequest({
      method: 'POST',
      path: '/v1/field/photos',
      headers,
      token,
      body: await takePhoto(),
    });
  });
};
