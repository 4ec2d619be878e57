import { connectSignalling } from '../../../apps/server/src/testing/connect-signalling.ts';
import { everyMs } from './repeat.ts';
import { comeIn, PUBLIC_ROOT, type Attack } from './prepare-attack.ts';

/** Enters rooms as the operator, and ends the rights of those who are in: each reissue closes a place in every process. */
export const endRights = async (attack: Attack, signal: AbortSignal): Promise<void> => {
  const { callByKey, holders, tally, baseUrl } = attack;
  const holderOf = (turn: number) => holders[turn % holders.length]!;
  const operate = async (turn: number) => {
    const media = await callByKey<{ token?: string }>('ask for media', {
      method: 'POST',
      path: `${PUBLIC_ROOT}/sessions/${holderOf(turn).sessionId}/media`,
    });
    if (!media?.token) return;
    const { socket, closed } = await connectSignalling(baseUrl, {
      token: media.token,
      headers: { 'x-forwarded-for': '10.9.0.1' },
    });
    setTimeout(() => socket.close(), 3_000);
    const { reason } = await closed;
    tally.count('operator in a room', reason || 'left');
  };
  const reissue = async (turn: number) => {
    const holder = holderOf(turn);
    const invite = await callByKey<{ join_url?: string }>('reissue an invite', {
      method: 'POST',
      path: `${PUBLIC_ROOT}/sessions/${holder.sessionId}/participants/${holder.inviteId}/reissue`,
    });
    if (invite?.join_url) tally.count('join', await comeIn(holder, invite.join_url));
  };
  const read = () => callByKey('list sessions', { method: 'GET', path: `${PUBLIC_ROOT}/sessions?limit=100` });
  await Promise.all([
    everyMs(1_000, { signal }, operate),
    everyMs(700, { signal }, reissue),
    everyMs(500, { signal }, read),
  ]);
};
