import { isIP } from 'node:net';
import { readDatabaseFailure } from './read-database-failure.ts';

/** A cause behind an error, as far as a log may hold it. */
export type Cause = { name: string; message: string; code?: string };

/** A chain of causes may lead back to itself. */
const DEPTH_MAX = 5;

/**
 * Outermost first: names, messages and codes. An error's own message is this service's; those below are of libraries
 * and of other servers, so personal parts are cut out of them.
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
  const failure = readDatabaseFailure(cause);
  if (failure) return { name: cause.name, message: hidePersonal(failure.message), code: failure.code };
  const code = readCode(cause);
  return {
    name: cause.name,
    message: hidePersonal(readMessage(cause)),
    ...(code !== undefined && { code }),
  };
};

type Coded = {
  code?: unknown;
  /** Nodemailer keeps the system's code here: its `code` is its own. */
  originalCode?: unknown;
  meta?: { driverAdapterError?: { cause?: { kind?: string; port?: number } } };
};

const readCode = (cause: Error): string | undefined => {
  const { code, originalCode, meta } = cause as Coded;
  return [readSocketCode(meta?.driverAdapterError?.cause), originalCode, code].find(
    (each) => typeof each === 'string',
  );
};

// Prisma's adapter for pg keeps its own word of a socket's error. Only an address has a port.
const readSocketCode = ({ kind, port }: { kind?: string; port?: number } = {}): string | undefined => {
  if (kind === 'DatabaseNotReachable') return port === undefined ? 'ENOTFOUND' : 'ECONNREFUSED';
  return SOCKET_CODES[kind ?? ''];
};

const SOCKET_CODES: Record<string, string> = { ConnectionClosed: 'ECONNRESET', SocketTimeout: 'ETIMEDOUT' };

const readMessage = (cause: Error): string => {
  // Only the last line of Prisma's message is not about the call.
  if (cause.name.startsWith('PrismaClient')) return cause.message.trim().split('\n').at(-1)!;
  // A host with several addresses fails with an error for each address; only those have messages.
  if (cause.message === '' && cause instanceof AggregateError) {
    return cause.errors.map((error) => (error as Error).message).join('; ');
  }
  // A server may repeat what it was sent: the recipient's address, or the password in base64.
  const { response } = cause as { response?: unknown };
  if (typeof response !== 'string' || response === '') return cause.message;
  return cause.message.replaceAll(response, REPLY_CODES.exec(response)?.[0] ?? '[reply]');
};

const REPLY_CODES = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/;

/** A peer may say much; the beginning tells enough, and is searched quickly. */
const LENGTH_MAX = 2_000;

export const hidePersonal = (text: string): string =>
  text
    .slice(0, LENGTH_MAX)
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '[url]')
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '[address]')
    .replaceAll(/\b(?:sk|rk|whsec|fis)_\w+/g, '[key]')
    .replaceAll(MAYBE_ADDRESS, (found) => (isAddress(found) ? '[address]' : found))
    // A code has six digits, a telephone number more, a port five. A number of bytes is neither.
    .replaceAll(/\+?\d{6,}(?!\d| bytes\b)/g, '[number]');

/** Addresses of a network, with or without a port: `127.0.0.1:25`, `::1:25`, `[::1]:25`. */
const MAYBE_ADDRESS = /\[?[\da-f]{0,4}(?:[:.]{1,2}[\da-f]{1,4}){2,8}\]?(?::\d{1,5})?(?!\w)/gi;

const isAddress = (found: string): boolean => {
  const bare = found.replaceAll(/[[\]]/g, '');
  return isIP(bare) > 0 || isIP(bare.replace(/:\d+$/, '')) > 0;
};
