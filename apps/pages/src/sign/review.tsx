import type { SigningView } from '@field-inspection/contract';
import { Button } from '@field-inspection/ui';
import { useEffect, useRef } from 'preact/hooks';
import { askToDecline, note, sign } from './journey.ts';
import { complain, Complaint, shown, type Screen } from './show.ts';
import { write, writeNumber, writeSize } from './words.ts';

/** The report, the signer's name and the statement are all read before signing. */
export const Review = ({ view, hasRead, error }: Extract<Screen, { name: 'review' }>) => {
  const box = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { complaint } = shown.value;
  useEffect(() => {
    if (error) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [complaint]);
  const submit = () => {
    if (box.current?.checked) return void sign();
    complain(write('review.unread'));
    box.current?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {view.provider === 'demo' && <p class="note">{write('review.demo')}</p>}
      <ReportPart report={view.report} />
      <section class="part" aria-labelledby="signature-heading">
        <h2 id="signature-heading" class="subheading">
          {write('review.signature')}
        </h2>
        <SignatureFacts view={view} />
        <label class="label check" for="read">
          <input
            id="read"
            ref={box}
            type="checkbox"
            defaultChecked={hasRead}
            aria-describedby="review-error"
            onChange={({ currentTarget }) => note(currentTarget.checked)}
          />
          <span>{write('review.confirm')}</span>
        </label>
        <Complaint id="review-error" text={error} />
        <Button>{write('review.sign')}</Button>
        <Button kind="secondary" onTap={askToDecline}>
          {write('review.decline')}
        </Button>
      </section>
    </form>
  );
};

export const ReportPart = ({ report, kind }: { report: SigningView['report']; kind?: 'main' }) => (
  <section class="part" aria-labelledby="report-heading">
    <h2 id="report-heading" class="subheading">
      {write('review.report')}
    </h2>
    <p class="text way">
      <ReportLink url={report.pdf_url} words={write('review.open')} kind={kind} />
    </p>
    <p id="new-tab" class="text quiet">
      {write('new_tab')}
    </p>
    <dl class="facts">
      <Short name={write('review.pages')} value={writeNumber(report.pages)} />
      <Short name={write('review.size')} value={writeSize(report.byte_size)} />
      <div>
        <dt>{write('review.sha256')}</dt>
        <dd class="hash">{report.sha256}</dd>
      </div>
    </dl>
  </section>
);

const SignatureFacts = ({ view }: { view: SigningView }) => (
  <dl class="facts">
    <div>
      <dt>{write('review.signer')}</dt>
      <dd dir="auto">{view.signer_name}</dd>
    </div>
    <div>
      <dt>{write('review.level')}</dt>
      <dd>
        <span>{write(`level.${view.level}`)}</span>
        <span class="quiet">{write(`level.${view.level}.meaning`)}</span>
      </dd>
    </div>
    <div>
      <dt>{write('review.statement')}</dt>
      <dd>
        <blockquote class="statement" dir="auto">
          {view.statement}
        </blockquote>
      </dd>
    </div>
  </dl>
);

const Short = ({ name, value }: { name: string; value: string }) => (
  <div class="short">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

type ReportLinkProps = { url: string; words: string; kind?: 'main' | undefined };

export const ReportLink = ({ url, words, kind }: ReportLinkProps) => (
  <a
    class={`button ${kind ?? 'secondary'}`}
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    aria-describedby="new-tab"
  >
    {words}
  </a>
);
