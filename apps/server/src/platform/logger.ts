import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout. What may hold a secret is cut out by name; paths are never logged, only templates. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination(1),
  );

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
