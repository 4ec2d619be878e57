import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { say } from '../texts/say.ts';
import { readDigits } from './read-digits.ts';

export const CODE_LENGTH = 6;

type CodeField = {
  field: RefObject<HTMLInputElement | null>;
  digits: Signal<string>;
  isInvalid: boolean;
  /** All digits are there. */
  onFull: () => void;
};

/** Where the code is entered, pasted, or filled in by the phone. */
export const CodeField = ({ field, digits, isInvalid, onFull }: CodeField) => {
  const take = ({ isComposing = false }: { isComposing?: boolean }) => {
    const input = field.current!;
    digits.value = readDigits(input.value, CODE_LENGTH);
    // To write into a field where an input method is at work would end its work.
    if (isComposing) return;
    input.value = digits.value;
    if (digits.value.length === CODE_LENGTH) onFull();
  };
  return (
    <>
      <label for="otp">{say('field.code.label')}</label>
      <input
        id="otp"
        ref={field}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        aria-required="true"
        aria-invalid={isInvalid || undefined}
        aria-describedby="code-error code-hint"
        value={digits}
        onInput={take}
        onCompositionEnd={() => take({})}
      />
    </>
  );
};
