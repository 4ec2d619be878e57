import type { Response } from 'express';

/**
 * Express's own reads its settings, parses the media type that it has just set and copies a text of over 1 000
 * characters, so that head and body are written apart: a tenth of the processor's time of a short read. Given
 * undefined, this writes no body.
 */
export function writeJson(this: Response, body?: unknown): Response {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) return this.end();
  if (!this.hasHeader('Content-Type')) this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  return this.end(text);
}
