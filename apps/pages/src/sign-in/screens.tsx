import type { Me } from '@field-inspection/contract';
import { Button, CODE_LENGTH, CodeField } from '@field-inspection/ui';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  choose,
  followLink,
  goToCompany,
  goToProvider,
  sendCode,
  sendStepUpCode,
  startAnew,
  stepUp,
  stepUpAtProvider,
  useAnyPasskey,
  usePasskey,
  verifyCode,
} from './journey.ts';
import { OnePasskey } from './own-passkeys.tsx';
import { hasPasskeys } from './passkey.ts';
import { complain, Complaint, digits, email, shown, type Screen } from './show.ts';
import { SignedIn } from './signed-in.tsx';
import { SsoTestResult } from './sso-test-result.tsx';
import { write } from './words.ts';

export const Below = ({ screen }: { screen: Screen }) => {
  const Shown = SCREENS[screen.name] as ((screen: Screen) => JSX.Element) | undefined;
  return Shown ? <Shown {...screen} /> : null;
};

type Of<Name extends Screen['name']> = Extract<Screen, { name: Name }>;

const Start = ({ error }: Of<'start'>) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void sendCode();
    }}
  >
    <p id="intro" class="text">
      {write('start.intro')}
    </p>
    <label class="label" for="email">
      {write('start.email')}
    </label>
    <input
      id="email"
      class="input email"
      type="email"
      autoComplete="email webauthn"
      maxLength={254}
      required
      aria-required="true"
      aria-describedby="error intro"
      value={email}
      onInput={({ currentTarget }) => (email.value = currentTarget.value)}
    />
    <Complaint id="error" text={error} />
    <Button>{write('start.button')}</Button>
    <PasskeyButton onTap={() => void useAnyPasskey()} />
    <Button kind="secondary" onTap={() => void goToProvider()}>
      {write('provider.button')}
    </Button>
  </form>
);

const Code = ({ email: address, me, error, isWrong = false }: Of<'code'>) => {
  const field = useRef<HTMLInputElement>(null);
  const { complaint } = shown.value;
  useLayoutEffect(() => field.current?.focus(), [complaint]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (digits.value.length === CODE_LENGTH)
          void (me ? stepUp(me, digits.value) : verifyCode(digits.value));
        else complain(write('code.short'), { isWrong: true, notice: '' });
      }}
    >
      <p id="code-to" class="text">
        {write(me ? 'step.to' : 'code.to', { email: address })}
      </p>
      <CodeField
        label={write('code.label')}
        describedBy="code-error code-to"
        field={field}
        digits={digits}
        isInvalid={isWrong}
      />
      <Complaint id="code-error" text={error} />
      <Button>{write(me ? 'step.button' : 'code.button')}</Button>
      <OtherCode me={me} />
    </form>
  );
};

const OtherCode = ({ me }: { me: Me | undefined }) => (
  <>
    <Button kind="secondary" onTap={() => void (me ? sendStepUpCode(me) : sendCode())}>
      {write('code.again')}
    </Button>
    {!me && (
      <Button kind="secondary" onTap={startAnew}>
        {write('code.other')}
      </Button>
    )}
  </>
);

const Choice = ({ organisations, error }: Of<'choice'>) => (
  <div>
    <p class="text">{write('choice.intro')}</p>
    <Complaint text={error} />
    {organisations.map(({ id, name }) => (
      <Button key={id} kind="secondary" onTap={() => void choose(id)}>
        <bdi>{name}</bdi>
      </Button>
    ))}
  </div>
);

/** Nothing happens before a tap: link scanners open the page, and nobody is signed in as somebody else unasked. */
const Link = ({ token, error }: Of<'link'>) => (
  <div>
    <p class="text">{write('link.intro')}</p>
    <Complaint text={error} />
    <Button onTap={() => void followLink(token)}>{write('code.button')}</Button>
  </div>
);

/** Nor does a page of another site have somebody signed in by a provider of its own. */
const Company = ({ connection, error }: Of<'company'>) => (
  <div>
    <Complaint text={error} />
    <Button onTap={() => void goToCompany(connection)}>{write('provider.button')}</Button>
  </div>
);

const StepUp = ({ me, error }: Of<'step'>) =>
  isOfProvider(me) ? (
    <div>
      <Complaint text={error} />
      <Button onTap={() => void stepUpAtProvider()}>{write('step.provider')}</Button>
    </div>
  ) : (
    <div>
      <p class="text">{write('step.intro', { email: me.email! })}</p>
      <Complaint text={error} />
      <Button onTap={() => void sendStepUpCode(me)}>{write('start.button')}</Button>
      <PasskeyButton onTap={() => void usePasskey(me)} />
    </div>
  );

const PasskeyButton = ({ onTap }: { onTap: () => void }) =>
  hasPasskeys ? (
    <Button kind="secondary" onTap={onTap}>
      {write('passkey.use')}
    </Button>
  ) : null;

const isOfProvider = ({ session }: Me): boolean => session?.way === 'oidc' || session?.way === 'saml';

const Out = ({ url }: Of<'out'>) => (
  <div>
    <p class="text">{write('out.body')}</p>
    {url !== null && (
      <p class="text way">
        <a class="button" href={url}>
          {write('out.provider')}
        </a>
      </p>
    )}
    <Button kind="secondary" onTap={startAnew}>
      {write('out.again')}
    </Button>
  </div>
);

const Away = ({ url }: Of<'away'>) => (
  <div>
    <p class="text">{write('away.intro', { host: new URL(url).host })}</p>
    <p class="text way">
      <a class="button" href={url}>
        {write('in.continue')}
      </a>
    </p>
  </div>
);

const Failed = ({ error, again }: Of<'failed'>) => (
  <div>
    <Complaint text={error} />
    <Button onTap={again}>{write('retry')}</Button>
  </div>
);

const SCREENS: { [Name in Screen['name']]?: (screen: Of<Name>) => JSX.Element } = {
  start: Start,
  code: Code,
  choice: Choice,
  link: Link,
  company: Company,
  in: SignedIn,
  passkey: OnePasskey,
  step: StepUp,
  out: Out,
  test: SsoTestResult,
  away: Away,
  failed: Failed,
};
