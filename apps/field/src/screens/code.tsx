import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, CODE_LENGTH, CodeField, Heading, isBusy, Spoken } from '@field-inspection/ui';
import { join, sendNewCode, type CodeStage } from '../journey.ts';
import { say } from '../texts/say.ts';

/** Time between new codes: each makes the one before useless, so a person whose code is late should wait for it. */
const REST_MS = 15_000;

export const Code = ({ hints, problem, isWrong, attempts, renewals }: CodeStage) => {
  const field = useRef<HTMLInputElement>(null);
  const digits = useSignal('');
  const isTooShort = useSignal(false);
  // The entered code stays where another try may accept it.
  useLayoutEffect(() => {
    digits.value = '';
  }, [hints]);
  useLayoutEffect(() => {
    if (isWrong) digits.value = '';
    field.current?.focus();
    // A second wrong code differs only by the tries that are left.
  }, [problem, isWrong, hints, attempts]);
  const isResting = useResting(renewals);
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
      <Heading isFocused={false}>{say('field.welcome.heading')}</Heading>
      <Spoken id="code-hint">
        {/* A new key makes screen readers read the same words again. */}
        {hints && <span key={renewals}>{describeHints(hints, renewals)}</span>}
      </Spoken>
      <CodeField
        label={say('field.code.label')}
        describedBy="code-error code-hint"
        field={field}
        digits={digits}
        isInvalid={isWrong || isTooShort.value}
        onFull={submit}
      />
      <p id="code-error" class="error" role="alert">
        {sayProblem({ problem, isWrong, attempts }, isTooShort.value)}
      </p>
      <Button>{say('field.code.submit')}</Button>
      <Button
        kind="secondary"
        onTap={sendNewCode}
        isWaiting={isBusy.value || (isResting && hints !== undefined)}
      >
        {say('field.code.send_new')}
      </Button>
    </form>
  );
};

const useResting = (renewals: number): boolean => {
  const isResting = useSignal(false);
  useEffect(() => {
    if (renewals === 0) return;
    isResting.value = true;
    const timer = setTimeout(() => (isResting.value = false), REST_MS);
    return () => clearTimeout(timer);
  }, [renewals]);
  return isResting.value;
};

/** Renders nothing without a fault: an empty box would be seen. */
const sayProblem = (
  { problem, isWrong, attempts }: Pick<CodeStage, 'problem' | 'isWrong' | 'attempts'>,
  isTooShort: boolean,
): string => {
  // The number of tries would contradict a fault for which nothing could be asked at all.
  const isLeftSaid = (isWrong || !problem) && attempts !== undefined;
  return [
    isTooShort ? say('field.code.short') : problem,
    isLeftSaid && say('field.code.attempts', { attempts }),
  ]
    .filter(Boolean)
    .join(' ');
};

const describeHints = (hints: NonNullable<CodeStage['hints']>, renewals: number): string => {
  const words = sayChannels(hints);
  return renewals > 0 ? `${words} ${say('field.code.renewed')}` : words;
};

const sayChannels = ({ email, phone }: NonNullable<CodeStage['hints']>): string => {
  const values = { email: email ?? '', phone: phone?.replaceAll(' ', '\u00a0') ?? '' };
  if (email && phone) return say('field.code.hint_both', values);
  if (email) return say('field.code.hint_email', values);
  return phone ? say('field.code.hint_phone', values) : '';
};
