import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { type Inspection, MATTERS, type Owner } from '../inspection.ts';
import { leaveForNow, onDescribeEnd } from '../journey.ts';
import { openScreens, type Screens } from '../screens.ts';
import { watchDevice } from '../service/keep-trying.ts';
import { goHome, openView, view } from '../views.ts';
import { Consent } from './consent.tsx';
import { Home } from './home.tsx';
import { listShots, nextSlot } from './list-shots.ts';
import { Presence } from './presence.tsx';
import { LaterScreen } from './later-screen.tsx';

/** The inspection, once the device has joined. */
export const Inside = ({ inspection }: { inspection: Inspection }) => {
  const screens = useMemo(() => openScreens(inspection), [inspection]);
  // The first view is set before it is seen: else home would show for a moment, and its buttons would move down.
  useLayoutEffect(() => {
    showOrganisation(inspection);
    if (isAsked(inspection)) view.value = { name: 'consent' };
  }, [inspection]);
  useEffect(() => {
    // Files that failed to load are tried again when needed, and when the device is back. The screens are needed first.
    const open = () =>
      screens
        .open()
        .catch(() => undefined)
        .finally(keepShell);
    void open();
    const unwatch = watchDevice(inspection, open);
    onDescribeEnd(() => screens.shared.value?.describeEnd());
    return () => {
      unwatch();
      screens.close();
    };
  }, [inspection]);
  return (
    <>
      <Watched screens={screens} />
      <div key={view.value.name} class="coming">
        <Shown inspection={inspection} screens={screens} />
      </div>
    </>
  );
};

/** Says on any other screen that the person is seen or heard; the first and the live screen say it themselves. */
const Watched = ({ screens }: { screens: Screens }) => {
  const live = screens.shared.value?.live;
  const isSaid = view.value.name === 'home' || view.value.name === 'live';
  return !isSaid && live?.sharing.value ? <Presence live={live} /> : null;
};

const Shown = ({ inspection, screens }: { inspection: Inspection; screens: Screens }) => {
  const { name, slot } = view.value;
  if (name === 'home') return <Home inspection={inspection} screens={screens} />;
  if (name === 'consent') {
    return (
      <Consent
        inspection={inspection}
        onDone={() => goOn(inspection)}
        leaving={{ left: countLeft(screens), onLeave: () => leave(inspection) }}
      />
    );
  }
  return <LaterScreen key={name} name={name} slot={slot} inspection={inspection} screens={screens} />;
};

const countLeft = ({ shared }: Screens) =>
  shared.value && { unsent: shared.value.unsent.value, refused: shared.value.refused.value };

const leave = (inspection: Inspection): void => {
  leaveForNow(inspection);
  // Nothing was ever stored where the file fails to load.
  void forgetStored(inspection).catch(() => undefined);
};

/** True before the first answer: the questions come before everything else. */
const isAsked = ({ state }: Inspection): boolean =>
  MATTERS.every((matter) => state.value.consent_state[matter] === 'pending');

/** Leads a person who has just allowed the camera to the next shot. */
const goOn = (inspection: Inspection): void => {
  const slot = nextSlot(listShots(inspection.state.value, []));
  if (history.state?.view || slot === undefined || !inspection.isAllowed('camera')) return goHome();
  openView({ name: 'camera', slot });
};

// The name stands above the screens, where the server puts the name of a brand.
const showOrganisation = ({ state }: Inspection): void => {
  const name = document.getElementById('organisation')!;
  name.textContent = state.value.branding.organisation_name;
  name.hidden = false;
};

/** Removes from the device what the service has of a person who has left. */
const forgetStored = async (owner: Owner): Promise<void> => {
  const { openShelf } = await import('../queue/shelf/open-shelf.ts');
  const shelf = await openShelf(owner, () => undefined);
  const stored = shelf.kept.value.filter(({ state }) => state === 'stored');
  await Promise.all(stored.map(({ id }) => shelf.remove(id))).finally(shelf.close);
};

/**
 * Has the browser keep the application, so that a person who has joined opens it without a network. It begins only
 * then: its files share the line with those of the first tap.
 */
const keepShell = (): void => {
  // The page works without a worker, as in a private window, as long as there is a network.
  navigator.serviceWorker?.register(`worker.js?lang=${document.documentElement.lang}`).catch(() => undefined);
};
