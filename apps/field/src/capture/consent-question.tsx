import { useState } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { Cover } from './cover.tsx';

export type ConsentQuestionProps = {
  onGrant: () => Promise<void>;
  onConsent: () => void;
  onDone: () => void;
};

/** Nothing is taken before this question is answered. */
export const ConsentQuestion = ({ onGrant, onConsent, onDone }: ConsentQuestionProps) => {
  const [isBusy, setBusy] = useState(false);
  const grant = () => {
    setBusy(true);
    void onGrant().finally(() => setBusy(false));
  };
  return (
    <Cover kind="capture-question">
      <Heading>{say('field.camera.consent_heading')}</Heading>
      <p class="text">{say('field.camera.consent_why')}</p>
      <button type="button" class="button capture-main" disabled={isBusy} onClick={grant}>
        {say('field.camera.consent_button')}
      </button>
      <Button onTap={onDone}>{say('field.home.back')}</Button>
      <Button onTap={onConsent}>{say('field.home.allowed')}</Button>
    </Cover>
  );
};
