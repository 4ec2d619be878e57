import { Button } from '@field-inspection/ui';
import type { Inspection } from '../inspection.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { Waiting } from '../loading/waiting.tsx';
import { loadAnnotate, SCREENS, type Screens } from '../screens.ts';
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
  const load = async () => {
    const [Shown] = await Promise.all([SCREENS[name](), loadScreenTexts(), screens.open()]);
    return Shown;
  };
  const { loaded: Shown, hasFailed, retry } = useLoaded(load, name);
  const shared = screens.shared.value;
  if (!Shown || !shared) {
    return (
      <>
        <Waiting hasFailed={hasFailed} onRetry={retry} />
        <Button kind="secondary" onTap={goHome}>
          {say('field.home.back')}
        </Button>
      </>
    );
  }
  const { queue, live, drawings } = shared;
  const onConsent = () => openView({ name: 'consent' });
  const annotating = { load: () => loadAnnotate(drawings) };
  const steps = { ...screens.at, step: view.value.step, open: openStep, close: closeStep };
  // The camera and the new photo cover the whole screen, with the way to the answers about consent in their own frame.
  const isCovered = name === 'camera' && steps.step !== 'annotate';
  return (
    // A tap that was meant for the way back, which stood here while the screen was loaded, does nothing on it.
    <div class="coming">
      <Shown
        key={slot}
        {...{ inspection, queue, live, drawings, slot, annotating, steps, onConsent }}
        onOpen={(name) => openView({ name })}
        onDone={goHome}
      />
      {!isCovered && (
        <Button kind="quiet" onTap={onConsent}>
          {say('field.home.allowed')}
        </Button>
      )}
    </div>
  );
};
