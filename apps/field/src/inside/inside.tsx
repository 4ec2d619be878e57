import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { type Inspection, MATTERS, type Owner } from '../inspection.ts';
import { leaveForNow, onDescribeEnd } from '../journey.ts';
import { openScreens, type Screens } from '../screens.ts';
import { watchDevice } from '../service/keep-trying.ts';
import { goHome, openView, view } from '../views.ts';
import { Consent } from './consent.tsx';
import { DoneScreen } from './done-screen.tsx';
import { Home } from './home.tsx';
import { listShots, nextSlot } from './list-shots.ts';
import { Presence } from './presence.tsx';
import { LaterScreen } from './later-screen.tsx';

export const Inside = ({ inspection }: { inspection: Inspection }) => {
  const screens = useMemo(() => openScreens(inspection), [inspection]);
  // Set before the first paint: else the home screen would flash, and its buttons would move.
  useLayoutEffect(() => {
    showOrganisation(inspection);
    if (isAsked(inspection)) view.value = { name: 'consent' };
  }, [inspection]);
  useEffect(() => {
    // Files that failed to load are tried again when needed, and when the device is back. The screens come first.
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

/**
 * The home and the live screen say by themselves that the person is seen or heard. Who finishes waits for nobody, and
 * reads there only who is present.
 */
const Watched = ({ screens }: { screens: Screens }) => {
  const live = screens.shared.value?.live;
  if (!live?.sharing.value) return null;
  const { name } = view.value;
  const isSaid = name === 'home' || name === 'live' || (name === 'done' && live.presence.value === 'nobody');
  return isSaid ? null : <Presence live={live} />;
};

const Shown = ({ inspection, screens }: { inspection: Inspection; screens: Screens }) => {
  const { name, slot } = view.value;
  if (name === 'home') return <Home inspection={inspection} screens={screens} />;
  if (name === 'consent') {
    return (
      <Consent
        inspection={inspection}
        onDone={() => goOn(inspection)}
        leaving={{
          left: history.state?.view ? countLeft(screens) : undefined,
          onLeave: () => leave(inspection),
        }}
      />
    );
  }
  if (name === 'done') return <DoneScreen inspection={inspection} screens={screens} />;
  return <LaterScreen key={name} name={name} slot={slot} inspection={inspection} screens={screens} />;
};

const countLeft = ({ shared }: Screens) =>
  shared.value && { unsent: shared.value.unsent.value, refused: shared.value.refused.value };

const leave = (inspection: Inspection): void => {
  leaveForNow(inspection);
  // Where the file fails to load, nothing was ever stored.
  void forgetStored(inspection).catch(() => undefined);
};

const isAsked = ({ state }: Inspection): boolean =>
  MATTERS.every((matter) => state.value.consent_state[matter] === 'pending');

/** A person who has just allowed the camera goes on to the next shot. */
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

/** The device forgets the items that the service has of a person who has left. */
const forgetStored = async (owner: Owner): Promise<void> => {
  const { openShelf } = await import('../queue/shelf/open-shelf.ts');
  const shelf = await openShelf(owner, () => undefined);
  const stored = shelf.kept.value.filter(({ state }) => state === 'stored');
  await Promise.all(stored.map(({ id }) => shelf.remove(id))).finally(shelf.close);
};

/**
 * A joined person opens the kept application without a network. Keeping begins only then, since its files share the
 * line with those of the first tap.
 */
const keepShell = (): void => {
  // Without a worker, as in a private window, the page works as long as there is a network.
  navigator.serviceWorker?.register(`worker.js?lang=${document.documentElement.lang}`).catch(() => undefined);
};
