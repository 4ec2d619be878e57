import { openRoom, type DataMessage, type EndReason, type Room } from '@field-inspection/signalling';
import { client } from '../service/client.ts';

type Listeners = Omit<Parameters<typeof openRoom>[0], 'role' | 'way'> & {
  onRefused: (error: unknown) => void;
};

export type LiveRoom = {
  /** The operator's voice from now on; null for none. */
  speak: (voice: MediaStreamTrack | null) => void;
  /** How many phones heard it. */
  say: (message: DataMessage) => number;
  lookAgain: (isOtherNetwork: boolean) => void;
  leave: () => void;
};

/** Enters as the member who is signed in. A token is good for some hours, and is replaced once in a row. */
export const enterRoom = (sessionId: string, listeners: Listeners): LiveRoom => {
  let room: Room | undefined;
  let voice: MediaStreamTrack | null = null;
  let isLeft = false;
  let isRenewed = false;
  const open = async (): Promise<void> => {
    const media = await client.sessions.createMediaConnection(sessionId);
    if (isLeft) return;
    const policy = media.ice_transport_policy as RTCIceTransportPolicy;
    const way = { ...media, ice_transport_policy: policy };
    room = openRoom({
      ...listeners,
      role: 'operator',
      way: () => way,
      onRelay: (state) => {
        if (state === 'connected') isRenewed = false;
        listeners.onRelay(state);
      },
      onEnd: end,
    });
    room.share({ audio: voice, video: null });
  };
  const enter = (): void => void open().catch(listeners.onRefused);
  const end = (reason: EndReason): void => {
    if (reason !== 'unauthenticated' || isRenewed) return listeners.onEnd(reason);
    isRenewed = true;
    enter();
  };
  enter();
  return {
    speak: (track) => {
      voice = track;
      room?.share({ audio: track, video: null });
    },
    say: (message) => room?.say(message) ?? 0,
    lookAgain: (isOtherNetwork) => room?.lookAgain(isOtherNetwork),
    leave: () => {
      isLeft = true;
      room?.close();
    },
  };
};
