import { Button, Heading } from '@field-inspection/ui';
import type { Inspection } from '../inspection.ts';
import type { Screens } from '../screens.ts';
import { formatTime, say } from '../texts/say.ts';
import { openView } from '../views.ts';
import { listShots, type WantedShot } from './list-shots.ts';
import { PhotosButton } from './photos-button.tsx';
import { Presence } from './presence.tsx';

type Home = { inspection: Inspection; screens: Screens };

export const Home = ({ inspection, screens }: Home) => {
  const { session } = inspection.state.value;
  const shared = screens.shared.value;
  const unsent = shared?.unsent.value ?? 0;
  const refused = shared?.refused.value ?? 0;
  const items = shared?.queue.items.value ?? [];
  const shots = listShots(
    inspection.state.value,
    items.filter(({ state }) => state !== 'refused' && state !== 'held').map(({ slot }) => slot),
  );
  return (
    <>
      <Heading>{say('field.welcome.heading')}</Heading>
      <Presence live={shared?.live} />
      <dl class="facts">
        <Fact
          name={say('field.home.scheduled')}
          text={session.scheduled_for && formatTime(session.scheduled_for)}
        />
        <Fact name={say('field.home.notes')} text={session.notes} />
      </dl>
      {shots.length > 0 && <Shots shots={shots} />}
      <Button onTap={() => openView({ name: 'camera' })}>{say('field.home.take_photo')}</Button>
      <Button kind="secondary" onTap={() => openView({ name: 'live' })}>
        {say('field.home.show_live')}
      </Button>
      {(items.length > 0 || unsent + refused > 0) && <PhotosButton left={{ unsent, refused }} />}
      <Button kind="secondary" onTap={() => openView({ name: 'sketch' })}>
        {say('field.home.sketch')}
      </Button>
      <Button kind="secondary" onTap={() => openView({ name: 'sign' })}>
        {say('field.home.sign')}
      </Button>
      {items.some(({ kind, state }) => kind === 'signature' && state === 'stored') && (
        <p class="status taken">{say('field.ended.signature')}</p>
      )}
      <Button kind="secondary" onTap={() => openView({ name: 'consent' })}>
        {say('field.home.allowed')}
      </Button>
      <p class="advice">{say('field.home.body')}</p>
    </>
  );
};

const Fact = ({ name, text }: { name: string; text: string | null }) =>
  text ? (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  ) : null;

const Shots = ({ shots }: { shots: readonly WantedShot[] }) => {
  const done = shots.filter(({ isTaken }) => isTaken).length;
  return (
    <section class="part" aria-labelledby="shots">
      <h2 class="subheading" id="shots">
        {say('field.home.shots')}
      </h2>
      <p class="text">{say('field.home.progress', { done, all: shots.length })}</p>
      <progress class="progress" max={shots.length} value={done} aria-labelledby="shots" />
      <ul class="shots">
        {shots.map((shot) => (
          <Shot key={shot.slot} {...shot} />
        ))}
      </ul>
    </section>
  );
};

const Shot = ({ slot, label, hint, required, isTaken }: WantedShot) => (
  <li>
    <button type="button" class="button shot" onClick={() => openView({ name: 'camera', slot })}>
      <span dir="auto">{label}</span>
      {hint && (
        <span class="hint" dir="auto">
          {hint}
        </span>
      )}
      {isTaken && <span class="taken">{say('field.home.taken')}</span>}
      {!isTaken && !required && <span class="hint">{say('field.home.optional')}</span>}
    </button>
  </li>
);
