import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Live } from '../live/live.ts';
import { say } from '../texts/say.ts';

/** Nobody is said to be there who is not. */
export const Presence = ({ live }: { live: Live | undefined }) => (
  <p id="presence" class="text presence" role="status">
    {/* Said on every screen, so that nobody is photographed without knowing. */}
    {live?.isStillNew.value && `${say('field.live.still_taken')} `}
    {useIsOnline() ? sayPresence(live) : say('field.home.connection_lost')}
  </p>
);

const useIsOnline = (): boolean => {
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = () => void (isOnline.value = navigator.onLine);
    for (const event of ['online', 'offline']) addEventListener(event, look);
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, look);
    };
  }, []);
  return isOnline.value;
};

const sayPresence = (live: Live | undefined): string => {
  // A person who leaves the live screen is still seen and heard, and reads so here.
  if (live?.sharing.value) return say(`field.live.${live.presence.value}`);
  const relay = live?.relay.value ?? 'connecting';
  const operators = live?.operators.value ?? 'waiting';
  if (relay === 'connecting') return say('field.home.connecting');
  if (relay === 'lost' || operators === 'lost') return say('field.home.connection_lost');
  return say(operators === 'connected' ? 'field.home.watched' : 'field.home.unwatched');
};
