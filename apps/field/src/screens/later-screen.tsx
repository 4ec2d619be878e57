import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '@field-inspection/ui';
import type { Inspection } from '../inspection.ts';
import { loadAnnotate, SCREENS, type ScreenProps, type Screens } from '../screens.ts';
import { loadScreenTexts } from '../texts/load-screen-texts.ts';
import { say } from '../texts/say.ts';
import { closeStep, goHome, openStep, openView, view, type View } from '../views.ts';

type LaterScreen = {
  name: keyof typeof SCREENS;
  slot: View['slot'];
  inspection: Inspection;
  screens: Screens;
};

export const LaterScreen = ({ name, slot, inspection, screens }: LaterScreen) => {
  const screen = useSignal<{ Shown: ComponentType<ScreenProps> } | undefined>(undefined);
  const hasFailed = useSignal(false);
  const load = async () => {
    hasFailed.value = false;
    try {
      const [Shown] = await Promise.all([SCREENS[name](), loadScreenTexts(), screens.open()]);
      screen.value = { Shown };
    } catch {
      hasFailed.value = true;
    }
  };
  useEffect(() => {
    screen.value = undefined;
    void load();
    // A screen that failed to load is loaded again once there is a network.
    const tryAgain = () => void (hasFailed.peek() && load());
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [name]);
  const shared = screens.shared.value;
  if (!screen.value || !shared) return <Waiting hasFailed={hasFailed.value} onRetry={load} />;
  const { queue, live, drawings } = shared;
  const { Shown } = screen.value;
  const onConsent = () => openView({ name: 'consent' });
  const annotating = { load: () => loadAnnotate(drawings) };
  const steps = { ...screens.at, step: view.value.step, open: openStep, close: closeStep };
  // The camera and the new photo cover the whole screen, with the way to the answers about consent in their own frame.
  const isCovered = name === 'camera' && steps.step !== 'annotate';
  return (
    <>
      <Shown
        key={slot}
        {...{ inspection, queue, live, drawings, slot, annotating, steps, onConsent }}
        onOpen={(name) => openView({ name })}
        onDone={goHome}
      />
      {!isCovered && (
        <Button kind="secondary" onTap={onConsent}>
          {say('field.home.allowed')}
        </Button>
      )}
    </>
  );
};

const Waiting = ({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) => (
  <>
    <p class="status" role="status">
      {say(hasFailed ? 'field.refused.network' : 'field.home.connecting')}
    </p>
    {hasFailed && <Button onTap={onRetry}>{say('field.refused.retry')}</Button>}
    <Button kind="secondary" onTap={goHome}>
      {say('field.home.back')}
    </Button>
  </>
);
