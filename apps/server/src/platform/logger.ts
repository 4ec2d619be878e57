import { hostname } from 'node:os';
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { VERSION } from '../version.ts';

/** No other fields, and none of these can hold a secret. */
export type RequestLine = {
  request_id: string;
  method: string;
  /** The template, since paths hold tokens. */
  route: string;
  status: number;
  duration_ms: number;
  /** The longest standstill of the event loop during the request; only from 250 ms. */
  stalled_ms?: number;
  organisation_id?: string;
  credential_id?: string;
  member_id?: string;
  participant_id?: string;
  signature_id?: string;
  /** The session that the path names, or whose token it was; only of a caller that was admitted. */
  session_id?: string;
};

export type Logger = PinoLogger & {
  request: (line: RequestLine) => void;
};

/** Secrets are cut out by name; paths are never logged, only templates. */
export const createLogger = (level: string, destination: DestinationStream = openStdout()): Logger => {
  const form = {
    level,
    base: { host: hostname(), version: VERSION },
    // The words of LOG_LEVEL: whoever reads lines knows no numbers of pino's.
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const log = pino({ ...form, redact: { paths, censor: '[redacted]' } }, destination);
  const plain = pino(form, destination);
  return Object.assign(log, { request: (line: RequestLine) => plain.info(line, 'request') });
};

export const flushLog = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const FLUSH_MS = 2_000;

/** Lines of some minutes of a busy process; further ones are dropped, since their reader has stopped. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** A write for each line took 7 % of a busy process's time. */
const BATCH = { minLength: 8 * 1024, periodicFlush: 50 };

// Lines are written together while the process goes on. pino writes the rest when the process ends by a crash or
// process.exit; a kill takes the last 50 ms with it.
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
