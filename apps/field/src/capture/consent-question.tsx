import { useState } from 'preact/hooks';
import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';

export type ConsentQuestionProps = {
  /** Puts the answer on the record; false where that can't be done now. */
  onGrant: () => Promise<void>;
  /** To the other answers. */
  onConsent: () => void;
  onDone: () => void;
};

/** Asked before the first picture: nothing is taken without it. */
export const ConsentQuestion = ({ onGrant, onConsent, onDone }: ConsentQuestionProps) => {
  const [isBusy, setBusy] = useState(false);
  const grant = () => {
    setBusy(true);
    void onGrant().finally(() => setBusy(false));
  };
  return (
    <section class="capture-question">
      <h1 class="heading">{say('field.camera.consent_heading')}</h1>
      <p class="text">{say('field.camera.consent_why')}</p>
      <button type="button" class="button capture-main" disabled={isBusy} onClick={grant}>
        {say('field.camera.consent_button')}
      </button>
      <Button onTap={onDone}>{say('field.home.back')}</Button>
      <Button onTap={onConsent}>{say('field.home.allowed')}</Button>
    </section>
  );
};
