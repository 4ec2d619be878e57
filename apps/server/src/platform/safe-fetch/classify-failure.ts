import { EgressError, type EgressErrorClass } from './egress-error.ts';

/** Translates what sockets and undici throw. A programming error has no code, or undici's own, and is thrown on. */
export const classifyFailure = (error: unknown): EgressError => {
  if (error instanceof EgressError) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG') throw error;

  if (code.startsWith('ERR_SSL_')) return describeTlsFailure(error);
  // undici reports an unasked-for 100 Continue or 101 as a socket error, too.
  const isProtocol = code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test(message ?? '');
  const errorClass = isProtocol ? 'protocol' : (CLASS_OF_CODE[code] ?? 'protocol');
  return new EgressError(errorClass, MESSAGES[errorClass], { cause: error });
};

/** A failed handshake, in OpenSSL's words, cut: a certificate's names are the receiver's to choose. */
export const describeTlsFailure = (error: unknown): EgressError => {
  const { reason, message } = error as { reason?: unknown; message?: unknown };
  const words = String(reason ?? message).slice(0, 200);
  return new EgressError('tls', `The TLS connection failed: ${words}`, { cause: error });
};

type SocketClass = 'refused' | 'reset' | 'unreachable' | 'timeout' | 'protocol';

const CLASS_OF_CODE: Partial<Record<string, SocketClass>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  EADDRNOTAVAIL: 'unreachable',
  EAFNOSUPPORT: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
} satisfies Record<string, EgressErrorClass>;

const MESSAGES: Record<SocketClass, string> = {
  refused: 'The host refused the connection.',
  reset: 'The connection was closed before the answer was complete.',
  unreachable: 'No route leads to the host.',
  timeout: 'The connection timed out.',
  protocol: 'The answer is not valid HTTP/1.1.',
};
