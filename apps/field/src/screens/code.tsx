import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, CODE_LENGTH, CodeField, Heading, isBusy, Spoken } from '@field-inspection/ui';
import { join, sendNewCode, type CodeStage } from '../journey.ts';
import { loadInsideAhead } from './later-inside.tsx';
import { say } from '../texts/say.ts';

/** Time between new codes: each makes the one before useless, so a person whose code is late should wait for it. */
const REST_MS = 15_000;

export const Code = (asked: CodeStage) => {
  const { code, hints, problem, isWrong, attempts, sendings } = asked;
  const field = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const digits = useSignal('');
  const isTooShort = useSignal(false);
  // The entered code stays where another try may accept it.
  useLayoutEffect(() => {
    digits.value = '';
    isTooShort.value = false;
  }, [hints]);
  useLayoutEffect(() => {
    if (isWrong) digits.value = '';
    (field.current ?? words.current)?.focus();
    // A second wrong code differs only by the tries that are left.
  }, [problem, isWrong, hints, attempts]);
  // The screens behind the code come while the person looks for it.
  useEffect(loadInsideAhead, []);
  const isResting = useResting(sendings);
  const submit = () => {
    if (isBusy.value) return;
    if (digits.value.length === CODE_LENGTH) return void join(digits.value);
    // The words about a wrong code stay until another one is entered: they say how many attempts are left.
    isTooShort.value = !isWrong || digits.value !== '';
    field.current?.focus();
  };
  const isExpired = code === 'expired';
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
        {!isExpired && <span key={sendings}>{describeCode(asked)}</span>}
      </Spoken>
      {!isExpired && (
        <CodeField
          label={say('field.code.label')}
          describedBy="code-error code-hint"
          field={field}
          digits={digits}
          isInvalid={isWrong || isTooShort.value}
          onFull={submit}
        />
      )}
      <p id="code-error" ref={words} class={isExpired ? 'note' : 'error'} role="alert" tabIndex={-1}>
        {isTooShort.value ? say('field.code.short') : sayProblem(asked)}
      </p>
      <WaysOn code={code} isResting={isResting} />
    </form>
  );
};

/** Whoever has a code confirms it; whoever has none has one sent. */
const WaysOn = ({ code, isResting }: Pick<CodeStage, 'code'> & { isResting: boolean }) => (
  <>
    {code === 'sent' && <Button>{say('field.code.submit')}</Button>}
    <Button
      kind={code === 'sent' ? 'secondary' : 'main'}
      onTap={sendNewCode}
      isWaiting={isBusy.value || (isResting && code === 'sent')}
    >
      {say(code === 'unsent' ? 'field.code.send' : 'field.code.send_new')}
    </Button>
    {code === 'unsent' && <Button kind="secondary">{say('field.code.submit')}</Button>}
  </>
);

const useResting = (sendings: number): boolean => {
  const isResting = useSignal(false);
  useEffect(() => {
    if (sendings === 0) return;
    isResting.value = true;
    const timer = setTimeout(() => (isResting.value = false), REST_MS);
    return () => clearTimeout(timer);
  }, [sendings]);
  return isResting.value;
};

/** Renders nothing without a fault: an empty box would be seen. */
const sayProblem = ({ problem, isWrong, attempts }: CodeStage): string =>
  isWrong && attempts !== undefined ? `${problem} ${say('field.code.attempts', { attempts })}` : problem;

/** The tries that are left are no fault of the code that was just sent. */
const describeCode = ({ code, hints, isWrong, isRenewed, attempts }: CodeStage): string =>
  [
    code === 'unsent' ? say('field.code.unsent') : sayChannels(hints),
    isRenewed && say('field.code.renewed'),
    isRenewed && !isWrong && attempts !== undefined && say('field.code.attempts', { attempts }),
  ]
    .filter(Boolean)
    .join(' ');

const sayChannels = ({ email, phone }: CodeStage['hints']): string => {
  const values = { email: email ?? '', phone: phone?.replaceAll(' ', '\u00a0') ?? '' };
  if (email && phone) return say('field.code.hint_both', values);
  if (email) return say('field.code.hint_email', values);
  return phone ? say('field.code.hint_phone', values) : '';
};
