import { Button, Heading } from '@field-inspection/ui';
import { Thumb } from '../parts/thumb.tsx';
import { Taken } from '../parts/taken.tsx';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { Inspection } from '../inspection.ts';
import type { Screens } from '../screens.ts';
import { Facts } from '../texts/facts.tsx';
import { say } from '../texts/say.ts';
import { openView } from '../views.ts';
import './inside.css';
import { listShots, nextSlot, type WantedShot } from './list-shots.ts';
import { isUsed } from './list-taken.ts';
import { PhotosButton } from './photos-button.tsx';
import { Presence } from './presence.tsx';
import { Tools } from './tools.tsx';

type Home = { inspection: Inspection; screens: Screens };

export const Home = ({ inspection, screens }: Home) => {
  const { session, participant } = inspection.state.value;
  const isDone = Boolean(participant.done_at);
  const shared = screens.shared.value;
  const unsent = shared?.unsent.value ?? 0;
  const refused = shared?.refused.value ?? 0;
  const items = shared?.queue.items.value ?? [];
  const used = items.filter(isUsed);
  const shots = listShots(
    inspection.state.value,
    used.map(({ slot }) => slot),
  );
  const next = shots.find(({ slot }) => slot === nextSlot(shots));
  const isAllTaken = !next && (used.length > 0 || shots.some(({ isTaken }) => isTaken));
  const isFree = !next && !isAllTaken;
  const photo = next ? 'another_photo' : 'take_photo';
  return (
    <>
      <Heading>{say('field.welcome.heading')}</Heading>
      <Presence live={shared?.live} />
      <Facts
        facts={[
          [say('field.home.scheduled'), session.scheduled_for ?? '', 1],
          [say('field.home.site'), session.site_address],
          [say('field.home.notes'), session.notes],
        ]}
      />
      {next && <Next {...next} />}
      {isDone && (
        <Taken as="p" look="text">
          {say('field.done.told')}
        </Taken>
      )}
      {isAllTaken && !isDone && <DoneButton kind="main" />}
      {isFree && <Button onTap={() => openView({ name: 'camera' })}>{say('field.home.take_photo')}</Button>}
      <Tools photo={isFree ? undefined : photo} />
      {shots.length > 0 && <Shots shots={shots} next={next} items={used} />}
      {items.some(({ kind, state }) => kind === 'signature' && state === 'stored') && (
        <Taken as="p" look="status">
          {say('field.ended.signature')}
        </Taken>
      )}
      {(items.length > 0 || unsent + refused > 0) && <PhotosButton left={{ unsent, refused }} />}
      {!isAllTaken && !isDone && used.length > 0 && <DoneButton kind="secondary" />}
      <p class="advice">{say('field.home.body')}</p>
      <Button kind="quiet" onTap={() => openView({ name: 'consent' })}>
        {say('field.home.allowed')}
      </Button>
    </>
  );
};

/** The one thing to do now, in the words of whoever asks for it. */
const Next = ({ slot, label, hint }: WantedShot) => (
  <section class="part next" aria-labelledby="next">
    <p class="hint">{say('field.home.next')}</p>
    <h2 class="subheading" id="next" dir="auto">
      {label}
    </h2>
    {hint && (
      <p class="text" dir="auto">
        {hint}
      </p>
    )}
    <Button onTap={() => openView({ name: 'camera', slot })}>{say('field.home.take_next')}</Button>
  </section>
);

const DoneButton = ({ kind }: { kind: 'main' | 'secondary' }) => (
  <Button kind={kind} onTap={() => openView({ name: 'done' })}>
    {say('field.home.done')}
  </Button>
);

const findNewest = (items: readonly QueueItem[], slot: string): QueueItem | undefined =>
  items.filter((item) => item.kind === 'photo' && item.slot === slot).at(-1);

type Shots = { shots: readonly WantedShot[]; next: WantedShot | undefined; items: readonly QueueItem[] };

/** The next one stands above, with its button. */
const Shots = ({ shots, next, items }: Shots) => {
  // A shot that nobody has to take is not counted: all taken is then all that is needed.
  const needed = shots.filter(({ required }) => required);
  const done = needed.filter(({ isTaken }) => isTaken).length;
  return (
    <section class="part" aria-labelledby="shots">
      <h2 class="subheading" id="shots">
        {say('field.home.shots')}
      </h2>
      {needed.length > 0 && (
        <>
          <p class="text">{say('field.home.progress', { done, all: needed.length })}</p>
          <progress class="progress" max={needed.length} value={done} aria-labelledby="shots" />
        </>
      )}
      <ul class="shots">
        {shots
          .filter((shot) => shot !== next)
          .map((shot) => (
            <Shot key={shot.slot} {...shot} item={findNewest(items, shot.slot)} />
          ))}
      </ul>
    </section>
  );
};

type Shot = WantedShot & { item: QueueItem | undefined };

const Shot = ({ slot, label, hint, required, isTaken, item }: Shot) => (
  <li>
    <button type="button" class="button shot" onClick={() => openView({ name: 'camera', slot })}>
      {item && <Thumb item={item} name="" />}
      <span dir="auto">{label}</span>
      {hint && (
        <span class="hint" dir="auto">
          {hint}
        </span>
      )}
      {isTaken && <Taken as="span">{say('field.home.taken')}</Taken>}
      {!isTaken && !required && <span class="hint">{say('field.home.optional')}</span>}
    </button>
  </li>
);
