import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { ByteRange } from '../../platform/object-store/object-store.ts';
import { okBytes } from './ok-bytes.ts';
import { policyOfFile, setFileHeaders } from '../set-file-headers.ts';

export type StoredFile = {
  key: string;
  mime: string;
  filename: string;
  byteSize: number;
  sha256: string;
  /** A browser shows the file instead of saving it: only for files that the service itself made. */
  isInline?: boolean;
};

type Exchange = { req: Request; res: Response };

/**
 * The file, or the asked range (RFC 9110, section 14), so that a broken-off download goes on. Several ranges at once
 * get the whole file, as the RFC allows. A client that has these bytes gets 304 (section 13.1.2). No date is sent, so
 * that If-Modified-Since counts for nothing.
 */
export const replyWithFile = async (
  context: Pick<Context, 'database' | 'objects'>,
  { req, res }: Exchange,
  file: StoredFile,
) => {
  const etag = `"${file.sha256}"`;
  const policy = policyOfFile(file.isInline);
  res.set({ 'Accept-Ranges': 'bytes', ETag: etag, 'Content-Security-Policy': policy });
  if (hasAlready(req.get('If-None-Match'), etag)) return { status: 304 as const, body: undefined };
  const range = readRange(req, { etag, byteSize: file.byteSize });
  setFileHeaders(res, { ...file, byteSize: range ? range.end - range.start + 1 : file.byteSize });
  if (range) res.set({ 'Content-Range': `bytes ${range.start}-${range.end}/${file.byteSize}` });
  const body =
    req.method === 'HEAD' ? Readable.from([]) : await context.objects.get(file.key, range ? { range } : {});
  const reply = okBytes(context, { req, res }, body);
  return range ? { ...reply, status: 206 as const } : reply;
};

/** A weak comparison, as in the RFC; the name of these bytes has no comma. */
const hasAlready = (condition: string | undefined, etag: string): boolean =>
  (condition ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);

/** An unreadable range counts as absent (section 14.2). */
const readRange = (
  req: Request,
  { etag, byteSize }: { etag: string; byteSize: number },
): Required<ByteRange> | undefined => {
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(req.get('Range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // "An int-range is invalid if the last-pos value is present and less than first-pos" (section 14.1.1).
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, byteSize - Number(last)) : Number(first);
  if (start >= byteSize) throw unsatisfiable(byteSize);
  const isToTheEnd = first === '' || last === '';
  return { start, end: isToTheEnd ? byteSize - 1 : Math.min(Number(last), byteSize - 1) };
};

const unsatisfiable = (byteSize: number): Refusal =>
  new Refusal('range_not_satisfiable', `The file has ${byteSize} bytes; the range begins behind them.`, {
    headers: { 'Content-Range': `bytes */${byteSize}` },
  });
