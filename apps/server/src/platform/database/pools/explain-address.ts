import { ConfigError } from '../../../config/read-config.ts';
import { NoPrimaryError } from './find-primary.ts';

const ADVICE: Record<string, { fault: string; remedy: string }> = {
  ECONNREFUSED: {
    fault: 'no database answers there',
    remedy: 'Start it, or correct the host and the port.',
  },
  ECONNRESET: {
    fault: 'the connection is cut',
    remedy: "Look whether this is PostgreSQL's port, and at the log there.",
  },
  ETIMEDOUT: {
    fault: 'it gives no answer in time',
    remedy: "Look whether this is PostgreSQL's port, at its load, and at firewalls in between.",
  },
  EHOSTUNREACH: { fault: 'no way leads to its host', remedy: 'Look at the network, or correct the host.' },
  ENOTFOUND: {
    fault: "its host's name leads nowhere",
    remedy: 'Correct the name, or its DNS record.',
  },
  EAI_AGAIN: { fault: 'the name server does not answer', remedy: "Look at this host's DNS." },
  '28P01': {
    fault: 'the user or the password is refused',
    remedy: 'Correct them; in an address both are percent-encoded.',
  },
  '28000': { fault: 'the user is not let in', remedy: 'Correct the user, or its line in pg_hba.conf.' },
  '3D000': { fault: 'there is no such database', remedy: 'Make it, or correct its name.' },
  '53300': {
    fault: 'it has no connection left',
    remedy: 'Raise the limit of the role, of the database or of PostgreSQL, or run fewer processes.',
  },
  '57P03': { fault: 'it is starting or stopping', remedy: 'Try again in a moment.' },
};

/** Names the setting and says what to do, where that is clear; else gives the error as it was. */
export const explainAddress = (variable: string, error: unknown): unknown => {
  const { message = '' } = error as { message?: string };
  // PgBouncer refuses a setting of a new connection in these words.
  if (/startup parameter/.test(message)) return refusePooler(variable, error);
  if (error instanceof NoPrimaryError)
    return new ConfigError(`${variable}: ${message} (docs/scaling.md)`, { cause: error });
  const code = readCode(error as { code?: string; message?: string });
  const advice = ADVICE[code];
  if (!advice) return error;
  return new ConfigError(`${variable}: ${advice.fault} (${code}). ${advice.remedy}`, { cause: error });
};

// The driver's own refusals have no code: an address without a password, and a silence.
const readCode = ({ code, message = '' }: { code?: string; message?: string }): string => {
  if (code !== undefined) return code;
  if (/client password must be a/.test(message)) return '28P01';
  return /^(timeout expired|Query read timeout)$/.test(message) ? 'ETIMEDOUT' : '';
};

export const refusePooler = (variable: string, cause?: unknown): ConfigError =>
  new ConfigError(
    `${variable}: a pooler that passes no settings on is in between. ` +
      (variable === 'DATABASE_URL'
        ? 'Set DATABASE_DIRECT_URL to the database itself, too (docs/scaling.md)'
        : 'Name the database itself (docs/scaling.md)'),
    { cause },
  );
