import { makeCameraPhoto } from '../../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import type { AttackOrder } from './attack-message.ts';
import { callService, type ServiceCall } from './call-service.ts';
import { joinByLink } from '../../../apps/server/src/testing/join-by-link.ts';
import { createTally, type Tally } from './create-tally.ts';

/** Who holds a link, and where from. A reissue gives another link, and so another token. */
export type LinkHolder = {
  sessionId: string;
  inviteId: string;
  address: string;
  token: string;
  mediaToken: string;
};

/** Who attacks: an organisation with its keys, its planned sessions, and those whose links are held. */
export type Attack = {
  baseUrl: string;
  tally: Tally;
  plannedIds: string[];
  holders: LinkHolder[];
  photo: Buffer;
  /** By one of the organisation's keys in turn. */
  callByKey: <Body>(kind: string, call: Omit<ServiceCall, 'token'>) => Promise<Body | undefined>;
};

export const PUBLIC_ROOT = '/api/v1/public';
/** 200 invites: as many as an organisation may send codes in a day. */
const PLANNED_SESSIONS = 8;
const INVITES = 25;
const HELD_SESSIONS = 8;
/** With the operator that is five of the eight places of a room. */
const HOLDERS = 4;
/** Each may make 6 000 requests a minute, and 600 upgrades. */
export const ADDRESSES = 4;

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
  const plannedIds: string[] = [];
  for (let session = 0; session < PLANNED_SESSIONS; session++) {
    plannedIds.push(await planSession(attack, session));
  }
  const holders: LinkHolder[] = [];
  for (let session = 0; session < HELD_SESSIONS; session++) {
    const id = await createSession(attack);
    for (let place = 0; place < HOLDERS; place++) {
      const address = `10.9.1.${holders.length % ADDRESSES}`;
      holders.push(await holdLink(attack, { sessionId: id, address }));
    }
  }
  tally.take();
  return { ...attack, plannedIds, holders };
};

type Caller = Pick<Attack, 'baseUrl' | 'callByKey'>;

const createSession = async ({ callByKey }: Caller, body: object = {}): Promise<string> => {
  const session = await callByKey<{ id: string }>('prepare', {
    method: 'POST',
    path: `${PUBLIC_ROOT}/sessions`,
    body,
  });
  return session!.id;
};

const planSession = async (caller: Caller, index: number): Promise<string> => {
  const scheduled_for = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const id = await createSession(caller, { scheduled_for });
  for (let invite = 0; invite < INVITES; invite++) {
    await caller.callByKey('prepare', {
      method: 'POST',
      path: `${PUBLIC_ROOT}/sessions/${id}/participants`,
      body: { recipient_email: `victim${index * INVITES + invite}@example.com` },
    });
  }
  return id;
};

const holdLink = async (
  { baseUrl, callByKey }: Caller,
  { sessionId, address }: { sessionId: string; address: string },
): Promise<LinkHolder> => {
  const invite = await callByKey<{ id: string; join_url: string }>('prepare', {
    method: 'POST',
    path: `${PUBLIC_ROOT}/sessions/${sessionId}/participants`,
    body: {},
  });
  const holder = { sessionId, inviteId: invite!.id, address, token: '', mediaToken: '' };
  await comeIn(holder, invite!.join_url);
  await callService(baseUrl, {
    method: 'PATCH',
    path: '/v1/field/consent',
    token: holder.token,
    address,
    body: { camera: 'granted', gps: 'granted' },
  });
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
