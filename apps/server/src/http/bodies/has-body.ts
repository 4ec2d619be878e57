import type { IncomingMessage } from 'node:http';

/** The head tells (RFC 9112, section 6.3). */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
