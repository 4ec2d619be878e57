import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

/** The line of a request: these fields and no others, none of which can hold a secret. */
export type RequestLine = {
  request_id: string;
  method: string;
  /** The template; paths hold tokens. */
  route: string;
  status: number;
  duration_ms: number;
  /** The longest time for which the event loop stood while the request was open; only from 250 ms. */
  stalled_ms?: number;
  organisation_id?: string;
  credential_id?: string;
  /** The member for whom the credential acts. */
  member_id?: string;
  /** The owner of the token: a participant, or a signature. */
  participant_id?: string;
  signature_id?: string;
};

export type Logger = PinoLogger & {
  /** Writes the line of a request that was answered. Its fields are known, so nothing is searched for secrets. */
  request: (line: RequestLine) => void;
};

/** JSON lines on stdout. What may hold a secret is cut out by name; paths are never logged, only templates. */
export const createLogger = (level: string, destination: DestinationStream = openStdout()): Logger => {
  const form = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const log = pino({ ...form, redact: { paths, censor: '[redacted]' } }, destination);
  const plain = pino(form, destination);
  return Object.assign(log, { request: (line: RequestLine) => plain.info(line, 'request') });
};

/** Resolves when all lines so far are written, or nobody reads them. */
export const flushLog = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const FLUSH_MS = 2_000;

/**
 * Bytes of lines of some minutes of a busy process. Further lines are dropped, since their reader has stopped, and
 * memory has an end.
 */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** A write of its own for each line took 7 % of a busy process's time. */
const BATCH = { minLength: 8 * 1024, periodicFlush: 50 };

// Lines wait for each other, and are handed to the system one write at a time while the process goes on. What a crash
// or process.exit leaves is written by pino when the process ends; a kill takes the last 50 ms with it.
const openStdout = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, ...BATCH, maxLength: MAX_WAITING_BYTES });

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'api_key',
  'apiKey',
  'token',
  'join_url',
  'sign_url',
  'signing_session_token',
  'action_url',
  'otp',
  'otp_code',
  'signing_secret',
  'secret',
  'field_session_token',
  'databaseUrl',
  'idempotencyKey',
];
