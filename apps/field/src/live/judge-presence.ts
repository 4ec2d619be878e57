import type { RelayState, RoomPeer } from '@field-inspection/signalling';

/** `paused`: the device itself holds the source back, as in a call. */
export type Source = 'off' | 'on' | 'paused';

export type Presence =
  | 'ended'
  | 'connecting'
  | 'reconnecting'
  | 'nobody'
  | 'joining'
  | 'present'
  | 'sees'
  | 'hears'
  | 'sees_and_hears';

type Situation = {
  isOver: boolean;
  relay: RelayState;
  peers: readonly RoomPeer[];
  camera: Source;
  microphone: Source;
  isMuted: boolean;
};

/** Somebody is said to see or hear only where somebody is connected, and there is something to see or hear. */
export const judgePresence = ({ isOver, relay, peers, ...shared }: Situation): Presence => {
  if (isOver) return 'ended';
  if (relay !== 'connected') return relay === 'lost' ? 'reconnecting' : 'connecting';
  const operators = peers.filter(({ role }) => role === 'operator');
  const reached = operators.filter(({ connection }) => connection === 'connected');
  if (operators.length === 0) return 'nobody';
  if (reached.length === 0) return operators.some(isLost) ? 'reconnecting' : 'joining';
  const sees = shared.camera === 'on' && reached.some(({ isPicturePaused }) => !isPicturePaused);
  const hears = shared.microphone === 'on' && !shared.isMuted;
  if (sees) return hears ? 'sees_and_hears' : 'sees';
  return hears ? 'hears' : 'present';
};

export const judgeOperators = (
  relay: RelayState,
  peers: readonly RoomPeer[],
): 'waiting' | 'connected' | 'lost' => {
  const operators = peers.filter(({ role }) => role === 'operator');
  if (relay === 'lost') return 'lost';
  if (operators.some(({ connection }) => connection === 'connected')) return 'connected';
  return operators.some(isLost) ? 'lost' : 'waiting';
};

const isLost = ({ connection }: RoomPeer): boolean =>
  connection === 'disconnected' || connection === 'failed';
