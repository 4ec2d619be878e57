import { useState } from 'preact/hooks';
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
      <h1>{say('field.camera.consent_heading')}</h1>
      <p>{say('field.camera.consent_why')}</p>
      <button type="button" class="capture-main" disabled={isBusy} onClick={grant}>
        {say('field.camera.consent_button')}
      </button>
      <button type="button" onClick={onDone}>
        {say('field.home.back')}
      </button>
      <button type="button" onClick={onConsent}>
        {say('field.home.allowed')}
      </button>
    </section>
  );
};
