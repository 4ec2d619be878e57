import { describe, expect, it } from 'vitest';
import type { Signal } from '../relay/relay-message.ts';
import { keepPeers, type RoomPeer } from './keep-peers.ts';

describe('a browser without WebRTC', () => {
  it('says goodbye to who offers, and still knows who is there', async () => {
    const sent: Signal[] = [];
    let present: RoomPeer[] = [];
    const peers = keepPeers({
      role: 'field',
      createConnection: () => undefined,
      tracks: () => ({ audio: null, video: null }),
      send: (signal) => sent.push(signal),
      rejoin: () => {},
      onPeers: (found) => (present = found),
      onTrack: () => {},
      onMessage: () => {},
    });
    const operator = { identity: 'operator-1', role: 'operator' } as const;
    await peers.take({ type: 'welcome', identity: 'field-1', peers: [operator] });
    await peers.take({ type: 'offer', from: 'operator-1', sdp: 'v=0' });
    await peers.take({ type: 'candidate', from: 'operator-1', candidate: null });
    expect(sent).toEqual([{ type: 'bye', to: 'operator-1' }]);
    expect(present).toEqual([{ ...operator, connection: 'none', isPicturePaused: false }]);
  });
});
