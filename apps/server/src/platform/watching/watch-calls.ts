import type { ByteRate } from '../concurrency/create-byte-rate.ts';
import type { Mailer } from '../messages/create-mailer.ts';
import type { SmsSender } from '../messages/create-sms-sender.ts';
import { MessageRefusedError } from '../messages/message-refused-error.ts';
import type { Metrics } from '../metrics.ts';
import {
  ContentTooLargeError,
  MissingObjectError,
  type ObjectStore,
  UnsatisfiableRangeError,
} from '../object-store/object-store.ts';
import type { TimestampAuthority } from '../tsa-client/timestamp-authority.ts';

/** Whom the service calls, as its host set them. */
export type Peer = 'smtp' | 'sms' | 'tsa' | 'objects' | 'csc';

/** `refused`: the peer answered, and would not. `failed`: no answer came, or none that was one. */
type Outcome = 'ok' | 'refused' | 'failed';

type WatchContext = { metrics: Pick<Metrics, 'callSeconds' | 'uploadedBytes'> };

export const watchCall = async <T>(
  { metrics }: { metrics: Pick<Metrics, 'callSeconds'> },
  peer: Peer,
  { ask, judge = () => 'ok' }: { ask: () => Promise<T>; judge?: (answer: T) => Outcome },
): Promise<T> => {
  const stop = metrics.callSeconds.startTimer({ peer });
  try {
    const answer = await ask();
    stop({ outcome: judge(answer) });
    return answer;
  } catch (error) {
    stop({ outcome: judgeError(error) });
    throw error;
  }
};

const judgeError = (error: unknown): Outcome => {
  if (error instanceof MessageRefusedError) return 'refused';
  // An answer as any other: it is the caller's fault, or the object is not there.
  return ANSWERS.some((answer) => error instanceof answer) ? 'ok' : 'failed';
};

const ANSWERS = [MissingObjectError, UnsatisfiableRangeError, ContentTooLargeError];

export const watchMailer = (context: WatchContext, mailer: Mailer): Mailer => ({
  send: (message) => watchCall(context, 'smtp', { ask: () => mailer.send(message) }),
});

export const watchSms = (context: WatchContext, sms: SmsSender): SmsSender => ({
  send: (message) => watchCall(context, 'sms', { ask: () => sms.send(message) }),
});

export const watchAuthority = (context: WatchContext, authority: TimestampAuthority): TimestampAuthority => ({
  ...authority,
  ask: (request) =>
    watchCall(context, 'tsa', {
      ask: () => authority.ask(request),
      judge: ({ ok }) => (ok ? 'ok' : 'failed'),
    }),
});

/** A call that lasts as long as a body comes, such as `spoolFile`, says nothing of the store. */
export const watchObjects = (context: WatchContext, store: ObjectStore): ObjectStore => {
  const watch = <T>(ask: () => Promise<T>): Promise<T> => watchCall(context, 'objects', { ask });
  return {
    ...store,
    get: (...given) => watch(() => store.get(...given)),
    stat: (...given) => watch(() => store.stat(...given)),
    delete: (...given) => watch(() => store.delete(...given)),
    put: (...given) => watch(() => store.put(...given)),
    putContent: (...given) => watch(() => store.putContent(...given)),
  };
};

export const watchBodies =
  ({ metrics }: WatchContext, bodies: ByteRate): ByteRate =>
  (key) => {
    const body = bodies(key);
    return {
      ...body,
      take: (bytes) => {
        metrics.uploadedBytes.inc(bytes);
        return body.take(bytes);
      },
    };
  };
