import { ConfigError } from '../../../config/read-config.ts';

const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'];

/** What a connection fails with, in words that name the setting where that is what must be changed; else as it was. */
export const explainAddress = (variable: string, error: unknown): unknown => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // PgBouncer's words for a setting that a client asks for as it connects.
  if (/startup parameter/.test(message)) return refusePooler(variable, error);
  if (!UNREACHED.includes(code)) return error;
  return new ConfigError(`${variable}: no database answers there (${code})`, { cause: error });
};

export const refusePooler = (variable: string, cause?: unknown): ConfigError =>
  new ConfigError(
    `${variable}: a pooler that passes no settings on is in between. ` +
      (variable === 'DATABASE_URL'
        ? 'Set DATABASE_DIRECT_URL to the database itself, too (docs/scaling.md)'
        : 'Name the database itself (docs/scaling.md)'),
    { cause },
  );
