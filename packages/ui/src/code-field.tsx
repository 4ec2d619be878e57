import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { readDigits } from './read-digits.ts';

export const CODE_LENGTH = 6;

type CodeField = {
  label: string;
  describedBy: string;
  field: RefObject<HTMLInputElement | null>;
  digits: Signal<string>;
  isInvalid: boolean;
  onFull?: () => void;
};

export const CodeField = ({ label, describedBy, field, digits, isInvalid, onFull }: CodeField) => {
  const take = ({ isComposing = false }: { isComposing?: boolean }) => {
    const input = field.current!;
    digits.value = readDigits(input.value, CODE_LENGTH);
    // Writing into the field would break off an input method at work.
    if (isComposing) return;
    input.value = digits.value;
    if (digits.value.length === CODE_LENGTH) onFull?.();
  };
  return (
    <>
      <label for="otp" class="label">
        {label}
      </label>
      <input
        id="otp"
        ref={field}
        class="input code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        aria-required="true"
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        value={digits}
        onInput={take}
        onCompositionEnd={() => take({})}
      />
    </>
  );
};
