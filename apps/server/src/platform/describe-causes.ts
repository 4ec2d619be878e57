import { readDatabaseFailure } from './read-database-failure.ts';

/** What lies behind an error, as far as a log may hold it. */
export type Cause = { name: string; message: string; code?: string };

/** A chain may lead back to itself. */
const DEPTH_MAX = 5;

/**
 * The causes of an error, outermost first: their names, messages and codes. An error's own message is ours; those
 * below are of libraries and of other servers, so what may be somebody's is cut out of them.
 */
export const describeCauses = (error: unknown): Cause[] => {
  const causes: Cause[] = [];
  let cause = causeOf(error);
  while (cause instanceof Error && causes.length < DEPTH_MAX) {
    causes.push(describe(cause));
    cause = causeOf(cause);
  }
  return causes;
};

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

const describe = (cause: Error): Cause => {
  // Prisma's own message holds the call with its values.
  const failure = readDatabaseFailure(cause);
  if (failure) return { name: cause.name, message: hidePersonal(failure.message), code: failure.code };
  const { code } = cause as { code?: unknown };
  return {
    name: cause.name,
    message: hidePersonal(readMessage(cause)),
    ...(typeof code === 'string' && { code }),
  };
};

const readMessage = (cause: Error): string => {
  // Of Prisma only the last line is not about the call.
  if (cause.name.startsWith('PrismaClient')) return cause.message.trim().split('\n').at(-1)!;
  // Of a host with several addresses each failure has a message, their sum has none.
  if (cause.message === '' && cause instanceof AggregateError) {
    return cause.errors.map((error) => (error as Error).message).join('; ');
  }
  // A server's reply may hold what it was sent: the recipient's address, or the password in base64.
  const { response } = cause as { response?: unknown };
  if (typeof response !== 'string' || response === '') return cause.message;
  return cause.message.replaceAll(response, REPLY_CODES.exec(response)?.[0] ?? '[reply]');
};

/** Of SMTP: `535 5.7.8`. */
const REPLY_CODES = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/;

/** The text without addresses, links and numbers that may be somebody's. */
export const hidePersonal = (text: string): string =>
  text
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '[url]')
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '[address]')
    // A code has six digits, a telephone number more, a port five.
    .replaceAll(/\+?\d{6,}/g, '[number]');
