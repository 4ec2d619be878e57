import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import { MATTERS, type Inspection, type Matter } from '../inspection.ts';
import { say } from '../texts/say.ts';
import { PhotosButton, type LeftCounts } from './photos-button.tsx';

type Leaving = {
  /** undefined until the numbers are known. */
  left: LeftCounts | undefined;
  onLeave: () => void;
};

type Consent = { inspection: Inspection; onDone: () => void; leaving: Leaving };

/** The browser asks for its own permission only when something is used. */
export const Consent = ({ inspection, onDone, leaving }: Consent) => {
  const problem = useSignal('');
  const granting = useRef<Promise<boolean>>(Promise.resolve(true));
  const { goOn, isWaiting } = useGoingOn(onDone);
  const answer = async (matter: Matter, isGranted: boolean) => {
    problem.value = '';
    const telling = inspection.tellConsent({ [matter]: isGranted ? 'granted' : 'revoked' });
    if (isGranted) granting.current = telling;
    if (!(await telling) && isGranted) problem.value = say('field.refused.network');
  };
  // The next screen waits for the grants: without them it would show neither the camera nor the reason.
  const next = () => (problem.value ? onDone() : goOn(granting.current));
  return (
    <>
      <Heading>{say('field.consent.heading')}</Heading>
      <p class="text">{say('field.consent.intro')}</p>
      <div class="consents">
        {MATTERS.map((matter) => (
          <Answer key={matter} matter={matter} inspection={inspection} onAnswer={answer} />
        ))}
      </div>
      <p class="error" role="alert">
        {problem.value || (inspection.untold.value.length > 0 && say('field.consent.untold'))}
      </p>
      <Button onTap={next} isWaiting={isWaiting}>
        {say('field.consent.continue')}
      </Button>
      <Leave {...leaving} />
      <p class="status" role="status">
        {isWaiting && say('field.home.connecting')}
      </p>
    </>
  );
};

/**
 * A person who leaves loses the way to send unsent items, and their drawings. Refused items are never sent: the person
 * may save them first.
 */
const Leave = ({ left, onLeave }: Leaving) => {
  const isAsked = useSignal(false);
  if (!left) return null;
  const isWaiting = left.unsent > 0;
  const isQuestion = isAsked.value && !isWaiting;
  return (
    <>
      <p class="status" role="status">
        {isWaiting && say('field.home.leave_later')}
        {isQuestion && say(left.refused > 0 ? 'field.home.leave_refused' : 'field.home.leave_question')}
      </p>
      {(isWaiting || (isQuestion && left.refused > 0)) && <PhotosButton left={left} />}
      {isQuestion && (
        <Button kind="secondary" onTap={() => (isAsked.value = false)}>
          {say('field.home.stay')}
        </Button>
      )}
      {!isWaiting && (
        <Button
          kind={isQuestion ? 'danger' : 'secondary'}
          onTap={() => (isQuestion ? onLeave() : (isAsked.value = true))}
        >
          {say('field.home.leave')}
        </Button>
      )}
    </>
  );
};

/** The next screen depends on the recorded grants; without a record the person stays. */
const useGoingOn = (onDone: () => void) => {
  const isWaiting = useSignal(false);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);
  return {
    isWaiting: isWaiting.value,
    goOn: async (granting: Promise<boolean>) => {
      isWaiting.value = true;
      const isTold = await granting;
      isWaiting.value = false;
      if (isTold && !isGone.current) onDone();
    },
  };
};

type Answer = Pick<Consent, 'inspection'> & {
  matter: Matter;
  onAnswer: (matter: Matter, isGranted: boolean) => Promise<void>;
};

const Answer = ({ matter, inspection, onAnswer }: Answer) => {
  // A box whose answer is on its way stays as the person has set it; then it shows the record.
  const wanted = useSignal<boolean | undefined>(undefined);
  const change = async (isGranted: boolean) => {
    wanted.value = isGranted;
    await onAnswer(matter, isGranted);
    if (wanted.value === isGranted) wanted.value = undefined;
  };
  return (
    <div>
      <label class="label">
        <input
          type="checkbox"
          checked={wanted.value ?? inspection.isAllowed(matter)}
          aria-describedby={`why-${matter}`}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {say(`field.consent.${matter}`)}
      </label>
      <p class="text" id={`why-${matter}`}>
        {say(`field.consent.${matter}_why`)}
      </p>
    </div>
  );
};
