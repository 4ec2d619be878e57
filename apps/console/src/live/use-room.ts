import type { EndReason, FieldMessage, RelayState, RoomPeer } from '@field-inspection/signalling';
import { useEffect, useRef, useState } from 'react';
import { enterRoom, type LiveRoom } from './enter-room.ts';

export type Seen = {
  relay: RelayState;
  end: EndReason | undefined;
  error: unknown;
  peers: RoomPeer[];
  /** The tracks that each field person sends. */
  streams: ReadonlyMap<string, MediaStream>;
};

const AT_FIRST: Seen = {
  relay: 'connecting',
  end: undefined,
  error: undefined,
  peers: [],
  streams: new Map(),
};

/** In the room as long as the screen is shown. `hear` is told what phones say. */
export const useRoom = (sessionId: string, hear: (message: FieldMessage) => void) => {
  const [seen, setSeen] = useState(AT_FIRST);
  // To come in once more, such as from another window.
  const [entrances, setEntrances] = useState(0);
  const room = useRef<LiveRoom>(undefined);
  const hearing = useRef(hear);
  useEffect(() => {
    hearing.current = hear;
  });
  useEffect(() => {
    const change = (part: Partial<Seen>) => setSeen((before) => ({ ...before, ...part }));
    setSeen(AT_FIRST);
    const entered = enterRoom(sessionId, {
      onRelay: (relay) => change({ relay }),
      onPeers: (peers) => change({ peers }),
      onEnd: (end) => change({ end }),
      onRefused: (error) => change({ error }),
      onTrack: (track, identity) =>
        setSeen((before) => ({ ...before, streams: addTrack(before.streams, track, identity) })),
      onMessage: (message) => hearing.current(message as FieldMessage),
    });
    room.current = entered;
    const stopWatching = watchNetwork(entered);
    return () => {
      stopWatching();
      entered.leave();
    };
  }, [sessionId, entrances]);
  return { seen, room, enterAgain: () => setEntrances(entrances + 1) };
};

/** A new stream, so that what shows it is told; a phone that came anew has tracks in the stead of those before. */
const addTrack = (streams: Seen['streams'], track: MediaStreamTrack, identity: string): Seen['streams'] => {
  const others = streams.get(identity)?.getTracks() ?? [];
  const kept = others.filter(({ kind, readyState }) => kind !== track.kind && readyState === 'live');
  return new Map(streams).set(identity, new MediaStream([...kept, track]));
};

const watchNetwork = ({ lookAgain }: LiveRoom): (() => void) => {
  const wake = () => document.visibilityState === 'visible' && lookAgain(false);
  const come = () => lookAgain(true);
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', come);
  return () => {
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', come);
  };
};
