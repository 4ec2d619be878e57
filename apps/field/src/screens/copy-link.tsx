import { useSignal } from '@preact/signals';
import { Button, Spoken } from '@field-inspection/ui';
import { readWholeLink } from '../journey.ts';
import { say } from '../texts/say.ts';

/** The way from an app's own browser to the person's: the link, copied. */
export const CopyLink = () => {
  const state = useSignal<'' | 'copied' | 'shown'>('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(readWholeLink());
      state.value = 'copied';
    } catch {
      // The person can copy the link where the page may not.
      state.value = 'shown';
    }
  };
  return (
    <>
      <Button onTap={copy}>{say('field.welcome.copy_link')}</Button>
      <Spoken>{state.value === 'copied' && say('field.welcome.copied')}</Spoken>
      {state.value === 'shown' && (
        <input
          class="input link"
          readOnly
          aria-label={say('field.welcome.copy_link')}
          value={readWholeLink()}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  );
};
