import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Inspection } from '../inspection.ts';
import { SCREENS, type Rooms } from '../rooms.ts';
import { say } from '../texts/say.ts';
import { goHome, type View } from '../views.ts';
import { Button } from './button.tsx';

type Room = View & { name: keyof typeof SCREENS; inspection: Inspection; rooms: Rooms };

/** A room whose file comes when it is first opened. */
export const Room = ({ name, slot, inspection, rooms }: Room) => {
  const Screen = useSignal<ComponentType<Record<string, unknown>> | undefined>(undefined);
  const hasFailed = useSignal(false);
  const load = async () => {
    hasFailed.value = false;
    try {
      const screen = await SCREENS[name]!();
      Screen.value = screen;
    } catch {
      hasFailed.value = true;
    }
  };
  useEffect(() => void load(), [name]);
  if (Screen.value) {
    return (
      <Screen.value
        inspection={inspection}
        queue={rooms.queue.value}
        live={rooms.live.value}
        slot={slot}
        onDone={goHome}
      />
    );
  }
  return (
    <>
      <p class="status" role="status">
        {say(hasFailed.value ? 'field.refused.network' : 'field.home.connecting')}
      </p>
      {hasFailed.value && <Button onTap={load}>{say('field.refused.retry')}</Button>}
      <Button kind="quiet" onTap={goHome}>
        {say('field.home.back')}
      </Button>
    </>
  );
};
