export type DatabaseFailure = { code: string; message: string };

/** Prisma wraps the adapter's error, and that the driver's. */
const DEPTH_MAX = 6;

type Wrapped = {
  code?: unknown;
  severity?: unknown;
  message?: unknown;
  originalCode?: unknown;
  originalMessage?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown } | undefined;
};

/** However deep the driver's adapter has wrapped the refusal; undefined where PostgreSQL said nothing. */
export const readDatabaseFailure = (error: unknown, depth = 0): DatabaseFailure | undefined => {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return undefined;
  const { code, severity, message, originalCode, originalMessage, cause, meta } = error as Wrapped;
  if (isSqlState(originalCode)) return { code: originalCode, message: String(originalMessage) };
  if (isSqlState(code) && severity !== undefined) return { code, message: String(message) };
  return readDatabaseFailure(meta?.driverAdapterError, depth + 1) ?? readDatabaseFailure(cause, depth + 1);
};

// A SQLSTATE has a digit, unlike an errno such as EPIPE.
const isSqlState = (code: unknown): code is string =>
  typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** PostgreSQL, appendix A: classes that tell of the server and not of the statement, such as a busy one. */
export const isPassing = ({ code }: DatabaseFailure): boolean =>
  PASSING_CLASSES.some((start) => code.startsWith(start));

const PASSING_CLASSES = [
  /** The connection is lost. */ '08',
  /** No connection, disk or memory is left. */ '53',
  /** The server stops, starts or ended the connection. */ '57P',
  /** The server may only be read, as after a failover. */ '25006',
  /** The server ended a transaction that stood still: this process was stopped in its middle. */ '25P03',
  /** A statement took too long. */ '57014',
  /** A lock was not had in time. */ '55P03',
  /** The server can't read or write its files. */ '58030',
  /** Another transaction was first, at every try. */ '40001',
  '40P01',
];

export const takesNoWrites = ({ code }: DatabaseFailure): boolean => code === '25006' || code === '53100';
