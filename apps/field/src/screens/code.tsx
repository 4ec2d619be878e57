import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { isBusy, join, sendNewCode, type Stage } from '../journey.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { readDigits } from './read-digits.ts';

const CODE_LENGTH = 6;

/** The six digits, which go as soon as they are there; and a way on for whoever has none that works. */
export const Code = ({ hints, problem, isWrong }: Extract<Stage, { name: 'code' }>) => {
  const field = useRef<HTMLInputElement>(null);
  const digits = useSignal('');
  const tooShort = useSignal(false);
  useEffect(() => {
    if (isWrong) digits.value = '';
    field.current?.focus();
  }, [problem, isWrong, hints]);
  const submit = () => {
    tooShort.value = digits.value.length < CODE_LENGTH;
    if (tooShort.value) return field.current?.focus();
    void join(digits.value);
  };
  const take = ({ isComposing }: InputEvent | (CompositionEvent & { isComposing?: boolean })) => {
    const input = field.current!;
    digits.value = readDigits(input.value, CODE_LENGTH);
    // To write into a field where an input method is at work would end its work.
    if (isComposing) return;
    input.value = digits.value;
    if (digits.value.length === CODE_LENGTH && !isBusy.value) submit();
  };
  const isInvalid = isWrong || tooShort.value;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1 tabIndex={-1}>{say('field.welcome.heading')}</h1>
      <p id="code-hint" role="status">
        {hints && describeHints(hints)}
      </p>
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
        onCompositionEnd={take}
      />
      <p id="code-error" class="error" role="alert">
        {tooShort.value ? say('field.code.short') : problem}
      </p>
      <Button>{say('field.code.submit')}</Button>
      <Button kind="quiet" onTap={sendNewCode}>
        {say('field.code.send_new')}
      </Button>
    </form>
  );
};

const describeHints = ({ email, phone }: { email: string | null; phone: string | null }): string => {
  const values = { email: email ?? '', phone: phone?.replaceAll(' ', '\u00a0') ?? '' };
  if (email && phone) return say('field.code.hint_both', values);
  if (email) return say('field.code.hint_email', values);
  return phone ? say('field.code.hint_phone', values) : '';
};
