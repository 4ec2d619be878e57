import type { SharedReport, SigningRequest } from '@field-inspection/contract';
import { Button, CODE_LENGTH, CodeField } from '@field-inspection/ui';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { decline, sendCode, showView, verifyCode } from './journey.ts';
import { ReportLink, ReportPart, Review } from './review.tsx';
import { complain, Complaint, digits, shown, type Screen } from './show.ts';
import { write, writeTime } from './words.ts';

export const Below = ({ screen }: { screen: Screen }) => {
  if (screen.name === 'start') return <Start {...screen} />;
  if (screen.name === 'code') return <Code {...screen} />;
  if (screen.name === 'review') return <Review {...screen} />;
  if (screen.name === 'report') return <Report report={screen.report} />;
  if (screen.name === 'declining') return <Declining {...screen} />;
  if (screen.name === 'away') return <Away {...screen} />;
  if (screen.name === 'returning') return <p class="text">{write('return.body')}</p>;
  if (screen.name === 'signed') return <Signed {...screen} />;
  if (screen.name === 'ended') return <p class="text">{write(`ended.${screen.end}`)}</p>;
  if (screen.name === 'failed') return <Failed {...screen} />;
  return null;
};

type Of<Name extends Screen['name']> = Extract<Screen, { name: Name }>;

const Start = ({ request, error }: Of<'start'>) => (
  <div>
    <p class="text">{write('start.intro')}</p>
    <p class="text">{sayChannels('start', request)}</p>
    <Complaint text={error} />
    <Button onTap={sendCode}>{write('start.button')}</Button>
    <p class="text quiet until">{write('start.until', { time: writeTime(request.expires_at) })}</p>
  </div>
);

const Code = ({ request, error, isWrong = false }: Of<'code'>) => {
  const field = useRef<HTMLInputElement>(null);
  const { complaint } = shown.value;
  useLayoutEffect(() => field.current?.focus(), [complaint]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (digits.value.length === CODE_LENGTH) void verifyCode(digits.value);
        else complain(write('code.short'), { isWrong: true, notice: '' });
      }}
    >
      <p id="code-to" class="text">
        {sayChannels('code', request)}
      </p>
      <CodeField
        label={write('code.label')}
        describedBy="code-error code-to"
        field={field}
        digits={digits}
        isInvalid={isWrong}
        onFull={() => void verifyCode(digits.value)}
      />
      <Complaint id="code-error" text={error} />
      <Button>{write('code.button')}</Button>
      <Button kind="secondary" onTap={sendCode}>
        {write('code.again')}
      </Button>
    </form>
  );
};

const sayChannels = (step: 'start' | 'code', request: SigningRequest): string => {
  const { channel_hint_email: email, channel_hint_phone: phone } = request;
  // A masked number must not break at its spaces.
  const values = { email: email ?? '', phone: phone?.replaceAll(' ', '\u00a0') ?? '' };
  if (email && phone) return write(`${step}.to_both`, values);
  if (email) return write(`${step}.to_email`, values);
  return phone ? write(`${step}.to_phone`, values) : '';
};

const Declining = ({ view, error }: Of<'declining'>) => (
  <div>
    <p class="text">{write('decline.body', { organisation: view.organisation_name })}</p>
    <Complaint text={error} />
    <Button kind="danger" onTap={decline}>
      {write('decline.confirm')}
    </Button>
    <Button kind="secondary" onTap={() => showView()}>
      {write('decline.back')}
    </Button>
  </div>
);

const Report = ({ report: shared }: { report: SharedReport }) => (
  <>
    <dl class="facts">
      <Fact name={write('report.for')} value={shared.recipient_name} />
      <Fact name={write('report.reference')} value={shared.reference} />
      <Fact name={write('report.site')} value={shared.site_address} />
      <Fact name={write('report.ended')} value={writeTime(shared.ended_at)} />
      <Fact
        name={write('report.outcome')}
        value={shared.outcome && write(`report.outcome.${shared.outcome}`)}
      />
    </dl>
    <ReportPart report={shared.report} kind="main" />
    <p class="text quiet until">{write('report.again', { time: writeTime(shared.expires_at) })}</p>
  </>
);

const Fact = ({ name, value }: { name: string; value: string | null }) =>
  value ? (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  ) : null;

const Away = ({ url }: Of<'away'>) => (
  <div>
    <p class="text">{write('away.body')}</p>
    <p class="text way">
      <a class="button" href={url}>
        {write('away.link')}
      </a>
    </p>
  </div>
);

const Signed = ({ organisation, view }: Of<'signed'>) => (
  <div>
    <p class="note good">{view?.signed_at && write('signed.at', { time: writeTime(view.signed_at) })}</p>
    <p class="text">{write('signed.next', { organisation })}</p>
    {view && (
      <p class="text way">
        <ReportLink url={view.report.pdf_url} words={write('signed.open')} />
        <span id="new-tab" class="quiet">
          {write('new_tab')}
        </span>
      </p>
    )}
  </div>
);

const Failed = ({ error, again }: Of<'failed'>) => (
  <div>
    <Complaint text={error} />
    <Button onTap={again}>{write('retry')}</Button>
  </div>
);
