import { makeCameraPhoto } from '../../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { joinByLink } from '../../../apps/server/src/testing/join-by-link.ts';
import { PUBLIC_ROOT } from '../../../packages/contract/src/laws/roots.ts';
import { inTurn } from '../../harness/turns.ts';
import { callService, createTally, type ServiceCall, type Tally } from './call-service.ts';

export type AttackOrder = { baseUrl: string; apiKeys: string[] };

/** A person who holds a link, and where they are. A reissue gives another link, and so another token. */
export type LinkHolder = {
  sessionId: string;
  inviteId: string;
  address: string;
  token: string;
  mediaToken: string;
};

/** The organisation that attacks: its keys, its planned sessions, and those whose links are held. */
export type Attack = {
  baseUrl: string;
  tally: Tally;
  plannedIds: string[];
  holders: LinkHolder[];
  photo: Buffer;
  /** By one of the organisation's keys in turn. */
  callByKey: <Body>(kind: string, call: Omit<ServiceCall, 'token'>) => Promise<Body | undefined>;
};

const SESSIONS = `${PUBLIC_ROOT}/sessions`;
/** 200 invites: as many as an organisation may send codes in a day. */
const PLANNED_SESSIONS = 8;
const INVITES = 25;
const HELD_SESSIONS = 8;
/** With the operator that is five of the eight places of a call. */
const HOLDERS = 4;
/** Each may make 6 000 requests a minute, and 600 upgrades. */
const ADDRESSES = 4;

/** Makes what the attack needs, before the organisation gets its limits. */
export const prepareAttack = async ({ baseUrl, apiKeys }: AttackOrder): Promise<Attack> => {
  const tally = createTally();
  let turn = 0;
  const callByKey = async <Body>(
    kind: string,
    call: Omit<ServiceCall, 'token'>,
  ): Promise<Body | undefined> => {
    const token = apiKeys[turn++ % apiKeys.length]!;
    return (await tally.tell(kind, callService<Body>(baseUrl, { ...call, token })))?.body;
  };
  const attack = { baseUrl, tally, callByKey, photo: await makeCameraPhoto() };
  const plannedIds = await inTurn(PLANNED_SESSIONS, (session) => planSession(attack, session));
  const held = await inTurn(HELD_SESSIONS, async (session) => {
    const sessionId = await createSession(attack, {});
    return inTurn(HOLDERS, (place) => {
      const address = `10.9.1.${(session * HOLDERS + place) % ADDRESSES}`;
      return holdLink(attack, { sessionId, address });
    });
  });
  tally.take();
  return { ...attack, plannedIds, holders: held.flat() };
};

type Caller = Pick<Attack, 'baseUrl' | 'callByKey'>;

const make = async <Body>({ callByKey }: Caller, path: string, body: object): Promise<Body> =>
  (await callByKey<Body>('prepare', { method: 'POST', path: SESSIONS + path, body }))!;

const createSession = async (caller: Caller, body: object): Promise<string> =>
  (await make<{ id: string }>(caller, '', body)).id;

const planSession = async (caller: Caller, index: number): Promise<string> => {
  const scheduled_for = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const id = await createSession(caller, { scheduled_for });
  await inTurn(INVITES, (invite) => {
    const recipient_email = `victim${index * INVITES + invite}@example.com`;
    return make(caller, `/${id}/participants`, { recipient_email });
  });
  return id;
};

const holdLink = async (
  caller: Caller,
  { sessionId, address }: { sessionId: string; address: string },
): Promise<LinkHolder> => {
  const path = `/${sessionId}/participants`;
  const invite = await make<{ id: string; join_url: string }>(caller, path, {});
  const holder = { sessionId, inviteId: invite.id, address, token: '', mediaToken: '' };
  await comeIn(holder, invite.join_url);
  const body = { camera: 'granted', gps: 'granted' };
  const consent = { method: 'PATCH', path: '/v1/field/consent', token: holder.token, address, body };
  await callService(caller.baseUrl, consent);
  return holder;
};

/** Joins by a link, and has its tokens from then on. Returns the status. */
export const comeIn = async (holder: LinkHolder, joinUrl: string): Promise<string> => {
  const { status, body } = await joinByLink(joinUrl, { address: holder.address });
  if (status === 200) {
    holder.token = body.field_session_token;
    holder.mediaToken = body.media_connection!.token;
  }
  return String(status);
};
