import type { WebhookAttempt } from '@field-inspection/sdk';
import { Chip } from '../parts/chip.tsx';
import { write } from '../words/words.ts';
import { writeDuration, writeTime } from '../words/write-values.ts';
import { Sent } from './sent.tsx';

/** The newest first. What a receiver answers is a stranger's text, and stays text. */
export const Attempts = ({ attempts }: { attempts: readonly WebhookAttempt[] }) => {
  if (attempts.length === 0) return <p className="quiet">{write('delivery.no_attempt')}</p>;
  return (
    <ul className="people">
      {[...attempts].reverse().map((attempt) => (
        <li key={attempt.number}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ul>
  );
};

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => {
  const { number, outcome, started_at: started, duration_ms: ms, response_status: status } = attempt;
  return (
    <>
      <p className="text">
        <strong>{write('delivery.attempt', { number })}</strong> <Chip group="attempt" word={outcome} />{' '}
        <span className="quiet">
          {[writeTime(started), ms !== null && writeDuration(ms), status].filter(Boolean).join(' · ')}
        </span>
      </p>
      {attempt.error !== null && (
        <p className="quiet" lang="en">
          {attempt.error}
        </p>
      )}
      {attempt.response_excerpt !== null && (
        <details>
          <summary>{write('delivery.response')}</summary>
          <Sent headers={attempt.response_headers ?? {}} body={attempt.response_excerpt} />
        </details>
      )}
    </>
  );
};
