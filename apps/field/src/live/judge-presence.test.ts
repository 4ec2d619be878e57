import type { RoomPeer } from '@field-inspection/signalling';
import { describe, expect, it } from 'vitest';
import { judgeOperators, judgePresence } from './judge-presence.ts';

const operator = (connection: RoomPeer['connection'], more: Partial<RoomPeer> = {}): RoomPeer => ({
  identity: 'operator-1',
  role: 'operator',
  connection,
  isPicturePaused: false,
  ...more,
});
const SHARING = {
  isOver: false,
  relay: 'connected',
  peers: [operator('connected')],
  camera: 'on',
  microphone: 'on',
  isMuted: false,
} as const;

describe('judgePresence', () => {
  it.each([
    ['nobody', 'nobody is in the room', { peers: [] }],
    ['nobody', 'only another field person is there', { peers: [operator('none', { role: 'field' })] }],
    ['connecting', 'the relay was never there', { relay: 'connecting' }],
    ['reconnecting', 'the relay is away', { relay: 'lost' }],
    ['joining', 'the way is not there yet', { peers: [operator('none')] }],
    ['joining', 'the way is being found', { peers: [operator('connecting')] }],
    ['reconnecting', 'the way is gone', { peers: [operator('disconnected')] }],
    ['reconnecting', 'the way has failed', { peers: [operator('failed')] }],
    ['ended', 'it is over', { isOver: true }],
    ['present', 'nothing is shared', { camera: 'off', microphone: 'off' }],
    [
      'present',
      'the device holds back the camera and the microphone is muted',
      { camera: 'paused', isMuted: true },
    ],
    ['hears', 'the camera has ended', { camera: 'off' }],
    ['hears', 'a call has taken the camera', { camera: 'paused' }],
    [
      'hears',
      'the way is too weak for a picture',
      { peers: [operator('connected', { isPicturePaused: true })] },
    ],
    ['sees', 'the person has muted themselves', { isMuted: true }],
    ['sees', 'there is no microphone', { microphone: 'off' }],
    ['sees', 'a call has taken the microphone', { microphone: 'paused' }],
  ] as const)('is %s where %s', (presence, _, situation) => {
    expect(judgePresence({ ...SHARING, ...situation })).toBe(presence);
  });

  it('is that somebody sees and hears only where all of it is so', () => {
    expect(judgePresence(SHARING)).toBe('sees_and_hears');
  });

  it('counts one who is reached beside others who are not', () => {
    const peers = [operator('failed'), operator('connected', { identity: 'operator-2' })];
    expect(judgePresence({ ...SHARING, peers })).toBe('sees_and_hears');
  });
});

describe('judgeOperators', () => {
  it.each([
    ['waiting', 'connected', []],
    ['waiting', 'connected', [operator('connecting')]],
    ['connected', 'connected', [operator('connected')]],
    ['lost', 'connected', [operator('disconnected')]],
    ['lost', 'lost', [operator('connected')]],
  ] as const)('is %s while the relay is %s and they are %j', (judged, relay, peers) => {
    expect(judgeOperators(relay, peers)).toBe(judged);
  });
});
