import { Button, Heading, Spoken } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Inspection } from '../inspection.ts';
import { Thumb } from '../parts/thumb.tsx';
import { Taken } from '../parts/taken.tsx';
import type { Screens } from '../screens.ts';
import { onBack } from '../service/keep-trying.ts';
import { say } from '../texts/say.ts';
import { goHome, openView } from '../views.ts';
import type { WantedShot } from './list-shots.ts';
import { listTaken } from './list-taken.ts';
import { PhotosButton } from './photos-button.tsx';

type Done = { inspection: Inspection; screens: Screens };

/** Shows what was taken and what is missing, tells the contact person, and says what happens next. */
export const DoneScreen = ({ inspection, screens }: Done) => {
  const { isTelling, problem, send } = useTelling({ inspection, screens });
  if (inspection.state.value.participant.done_at) return <Told {...{ inspection, screens }} />;
  return (
    <>
      <Heading>{say('field.done.heading')}</Heading>
      <Summary inspection={inspection} screens={screens} />
      <p class="error" role="alert">
        {problem}
      </p>
      <Button onTap={() => void send()} isWaiting={isTelling}>
        {say(problem ? 'field.refused.retry' : 'field.done.send')}
      </Button>
      <Button kind="secondary" onTap={goHome}>
        {say('field.home.back')}
      </Button>
    </>
  );
};

/** Without a network the service is told once there is one, while this screen is shown. Sharing ends with it. */
const useTelling = ({ inspection, screens }: Done) => {
  const isTelling = useSignal(false);
  const problem = useSignal<'offline' | 'unexpected' | undefined>(undefined);
  const send = async () => {
    if (isTelling.value) return;
    isTelling.value = true;
    const reply = await inspection.tellDone();
    isTelling.value = false;
    if (reply?.isOk) screens.shared.value?.live.drop();
    else problem.value = reply ? 'unexpected' : 'offline';
  };
  useEffect(() => (problem.value === 'offline' ? onBack(() => void send()) : undefined), [problem.value]);
  return { isTelling: isTelling.value, problem: sayProblem(problem.value), send };
};

const sayProblem = (problem: 'offline' | 'unexpected' | undefined): string => {
  if (problem === undefined) return '';
  return say(problem === 'offline' ? 'field.queue.offline' : 'field.refused.unexpected');
};

const Summary = ({ inspection, screens }: Done) => {
  const { photos, missing, isSigned } = listTaken(
    inspection.state.value,
    screens.shared.value?.queue.items.value ?? [],
  );
  return (
    <>
      <p class="text">{say('field.done.photos', { count: photos.length })}</p>
      {photos.length > 0 && (
        <ul class="thumbs">
          {photos.map(({ item, name }) => (
            <li key={item.id}>
              <Thumb item={item} name={name} />
            </li>
          ))}
        </ul>
      )}
      <Missing missing={missing} />
      <h2 class="subheading">{say('field.ended.signature')}</h2>
      {isSigned ? (
        <Taken as="p" look="text">
          {say('field.done.signed')}
        </Taken>
      ) : (
        <>
          <p class="hint unsigned">{say('field.home.optional')}</p>
          <Button kind="secondary" onTap={() => openView({ name: 'sign' })}>
            {say('field.home.sign')}
          </Button>
        </>
      )}
    </>
  );
};

const Missing = ({ missing }: { missing: readonly WantedShot[] }) =>
  missing.length > 0 ? (
    <>
      <h2 class="subheading">{say('field.done.missing')}</h2>
      <ul class="missing">
        {missing.map(({ slot, label, required }) => (
          <li key={slot} dir="auto">
            {label} {!required && <span class="hint">{say('field.home.optional')}</span>}
          </li>
        ))}
      </ul>
    </>
  ) : null;

const sayNext = (needed: readonly WantedShot[]) =>
  needed.length > 0 ? 'field.done.partial' : 'field.done.next';

const Told = ({ inspection, screens: { shared } }: Done) => {
  const { missing } = listTaken(inspection.state.value, shared.value?.queue.items.value ?? []);
  const needed = missing.filter(({ required }) => required);
  const unsent = shared.value?.unsent.value ?? 0;
  const refused = shared.value?.refused.value ?? 0;
  return (
    <>
      <Heading>{say('field.done.thanks')}</Heading>
      <Taken as="p" look="text">
        {say('field.done.told')}
      </Taken>
      <Spoken>{say(unsent > 0 ? 'field.done.waiting' : sayNext(needed))}</Spoken>
      <Missing missing={needed} />
      {unsent + refused > 0 && <PhotosButton left={{ unsent, refused }} />}
      <Button kind="secondary" onTap={goHome}>
        {say('field.done.more')}
      </Button>
    </>
  );
};
