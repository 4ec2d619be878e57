import { openRoom, type EndReason, type Room, type Tracks } from '@field-inspection/signalling';
import type { Inspection } from '../inspection.ts';

type Listeners = Omit<Parameters<typeof openRoom>[0], 'role' | 'way'>;

/** An expired token is replaced once in a row, by the token in the service's reply. */
export const enterRoom = (inspection: Inspection, listeners: Listeners): Room => {
  let tracks: Tracks = { audio: null, video: null };
  let isRenewed = false;
  let isClosed = false;
  const renew = async (reason: EndReason): Promise<void> => {
    if (reason !== 'unauthenticated' || isRenewed) return listeners.onEnd(reason);
    isRenewed = true;
    listeners.onRelay('lost');
    await inspection.refresh();
    if (isClosed) return;
    room = enter();
    room.share(tracks);
  };
  const enter = (): Room =>
    openRoom({
      ...listeners,
      role: 'field',
      way: () => inspection.state.peek().media_connection,
      onRelay: (state) => {
        if (state === 'connected') isRenewed = false;
        listeners.onRelay(state);
      },
      onEnd: (reason) => void renew(reason),
    });
  let room = enter();
  return {
    share: (given) => {
      tracks = given;
      room.share(given);
    },
    say: (message, identity) => room.say(message, identity),
    lookAgain: (isOtherNetwork) => room.lookAgain(isOtherNetwork),
    close: () => {
      isClosed = true;
      room.close();
    },
  };
};
