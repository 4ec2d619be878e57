import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import type { ByteRange } from '../platform/object-store/object-store.ts';
import { okBytes } from './reply.ts';
import { setFileHeaders } from './set-file-headers.ts';

/** Bytes of the object store, as a reply names them. */
export type StoredFile = {
  key: string;
  mime: string;
  filename: string;
  byteSize: number;
  sha256: string;
  /** Shown by the browser instead of saved: only what the service itself made. */
  isInline?: boolean;
};

type Exchange = { req: Request; res: Response };

/**
 * Replies with a stored file, or with the range of it that is asked for (RFC 9110, section 14): a download that broke
 * off goes on where it was. Several ranges at once are answered with the whole file, as the RFC allows.
 */
export const replyWithFile = async (
  { objects }: Pick<Context, 'objects'>,
  { req, res }: Exchange,
  file: StoredFile,
) => {
  const range = readRange(req, file);
  setFileHeaders(res, { ...file, byteSize: range ? range.end - range.start + 1 : file.byteSize });
  res.set({ 'Accept-Ranges': 'bytes', ETag: etagOf(file) });
  if (range) res.set({ 'Content-Range': `bytes ${range.start}-${range.end}/${file.byteSize}` });
  const body =
    req.method === 'HEAD' ? Readable.from([]) : await objects.get(file.key, range ? { range } : {});
  const reply = okBytes(res, body);
  return range ? { ...reply, status: 206 as const } : reply;
};

/** A name for these bytes: they never change. */
const etagOf = ({ sha256 }: StoredFile): string => `"${sha256}"`;

const readRange = (req: Request, file: StoredFile): Required<ByteRange> | undefined => {
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== etagOf(file)) return undefined;
  const ranges = req.range(file.byteSize);
  if (ranges === -1) {
    throw new ApiError(
      'range_not_satisfiable',
      `The file has ${file.byteSize} bytes; the range begins behind them.`,
      {
        headers: { 'Content-Range': `bytes */${file.byteSize}` },
      },
    );
  }
  // A header that can't be read is as if it were not there.
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
};
