import { errors } from 'undici';
import { ProxyRefusalError } from '../egress-proxy/open-tunnel.ts';

export type EgressErrorClass =
  | 'blocked_url'
  | 'blocked_address'
  | 'dns'
  | 'unreachable'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'aborted';

/** The organisation sees the message: it names no address and nothing of this host. */
export class EgressError extends Error {
  readonly errorClass: EgressErrorClass;

  constructor(errorClass: EgressErrorClass, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EgressError';
    this.errorClass = errorClass;
  }
}

export const classifyFailure = (error: unknown): EgressError => {
  if (error instanceof EgressError) return error;
  if (TLS_CODE.test(codeOf(error))) return describeTlsFailure(error);
  if (error instanceof ProxyRefusalError)
    return new EgressError('unreachable', NOT_LET_OUT, { cause: error });
  const socketClass = classifyUndiciError(error) ?? classifySystemError(error);
  if (socketClass === null) throw error;
  return new EgressError(socketClass, MESSAGES[socketClass], { cause: error });
};

const NOT_LET_OUT = 'The network of this service lets no request out to this host: its operator knows why.';

/** OpenSSL's failures, Node's own, and what is wrong with a certificate. */
const TLS_CODE =
  /^(ERR_SSL_|ERR_TLS_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** OpenSSL's words are cut, since they may quote names from the receiver's certificate. */
export const describeTlsFailure = (error: unknown): EgressError => {
  const { reason, message } = error as { reason?: unknown; message?: unknown };
  const words = String(reason ?? message).slice(0, 200);
  return new EgressError('tls', `The TLS connection failed: ${words}`, { cause: error });
};

export const isReset = (error: unknown): boolean => CLASS_OF_CODE[codeOf(error)] === 'reset';

type SocketClass = 'refused' | 'reset' | 'unreachable' | 'timeout' | 'protocol';

const classifyUndiciError = (error: unknown): SocketClass | null => {
  // undici's parser errors come with or without a code. Of its socket errors, only the message tells the cause.
  if (error instanceof errors.HTTPParserError) return 'protocol';
  if (error instanceof errors.SocketError) return error.message.startsWith('bad ') ? 'protocol' : 'reset';
  if (error instanceof errors.InvalidArgumentError) return null;
  return error instanceof errors.UndiciError ? 'protocol' : null;
};

const classifySystemError = (error: unknown): SocketClass | null =>
  CLASS_OF_CODE[codeOf(error)] ??
  ((error as { syscall?: unknown }).syscall === undefined ? null : 'unreachable');

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

const CLASS_OF_CODE: Partial<Record<string, SocketClass>> = {
  // undici asserts what its parser should have refused: 101 unasked, or a status below 100.
  ERR_ASSERTION: 'protocol',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
};

const MESSAGES: Record<SocketClass, string> = {
  refused: 'The host refused the connection.',
  reset: 'The connection was closed before the answer was complete.',
  unreachable: 'The host could not be reached.',
  timeout: 'The connection timed out.',
  protocol: 'The answer is not valid HTTP/1.1, or its headers are longer than 16 KiB.',
};
