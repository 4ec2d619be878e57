import { describe, expect, it } from 'vitest';
import { readRelayMessage } from './relay-message.ts';

const read = (message: unknown) => readRelayMessage(JSON.stringify(message));

describe('readRelayMessage', () => {
  it.each([
    { type: 'welcome', identity: 'a', peers: [{ identity: 'b', role: 'operator' }] },
    { type: 'peer_joined', identity: 'b', role: 'field' },
    { type: 'peer_left', identity: 'b' },
    { type: 'offer', from: 'b', sdp: 'v=0' },
    { type: 'answer', from: 'b', sdp: 'v=0' },
    { type: 'candidate', from: 'b', candidate: { candidate: 'candidate:1', sdpMid: '0' } },
    { type: 'candidate', from: 'b', candidate: null },
    { type: 'bye', from: 'b' },
  ])('reads %j', (message) => {
    expect(read(message)).toEqual(message);
  });

  it.each([
    ['{', null, [], 1, {}, { type: 'toString' }, { type: 'pong' }, { type: 'error', code: 'unavailable' }],
    [
      { type: 'welcome', identity: 'a' },
      { type: 'welcome', identity: 'a', peers: [{ identity: 1 }] },
    ],
    [
      { type: 'offer', sdp: 'v=0' },
      { type: 'offer', from: 'b', sdp: 1 },
      { type: 'answer', from: '', sdp: 'v=0' },
    ],
    [{ type: 'candidate', from: 'b' }, { type: 'candidate', from: 'b', candidate: [] }, { type: 'bye' }],
    [{ type: 'peer_joined', identity: 'b', role: 'admin' }, { type: 'peer_left' }],
  ])('drops what is not exactly a message: %j', (...messages) => {
    expect(messages.map(read).filter((message) => message !== undefined)).toEqual([]);
  });

  it('drops a frame that is no text', () => {
    expect([new ArrayBuffer(4), undefined, null, {}].map(readRelayMessage)).toEqual(Array(4).fill(undefined));
  });
});
