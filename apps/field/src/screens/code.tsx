import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isBusy, join, sendNewCode, type Stage } from '../journey.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

/** The six digits, which go as soon as they are there; and a way on for whoever has none that works. */
export const Code = ({ hints, problem, isWrong }: Extract<Stage, { name: 'code' }>) => {
  const field = useRef<HTMLInputElement>(null);
  const digits = useSignal('');
  const isTooShort = useSignal(false);
  // What was entered stays where another try may do with it.
  useLayoutEffect(() => {
    digits.value = '';
  }, [hints]);
  useLayoutEffect(() => {
    if (isWrong) digits.value = '';
    field.current?.focus();
  }, [problem, isWrong, hints]);
  const submit = () => {
    if (isBusy.value) return;
    isTooShort.value = digits.value.length < CODE_LENGTH;
    if (isTooShort.value) field.current?.focus();
    else void join(digits.value);
  };
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
      <CodeField field={field} digits={digits} isInvalid={isWrong || isTooShort.value} onFull={submit} />
      <p id="code-error" class="error" role="alert">
        {isTooShort.value ? say('field.code.short') : problem}
      </p>
      <Button>{say('field.code.submit')}</Button>
      <Button kind="secondary" onTap={sendNewCode}>
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
