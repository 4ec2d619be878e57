import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, Server, type Upload } from '@tus/server';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { hasBody } from '../../http/bodies/has-body.ts';
import { paceBody } from '../../http/bodies/pace-body.ts';
import { requireWanted } from '../evidence/exports/require-wanted.ts';
import { contextAt } from '../../http/served/context-at.ts';
import type { Caller, FieldCaller, RecorderCaller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import type { WriteRequest } from '../../http/kept-reply.ts';
import type { UploadHandlers } from '../../http/uploads/serve-uploads.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/effects.ts';
import { maxBytesOf, UPLOADS_PATH, type UploadKind } from '../../platform/describe-uploads.ts';
import { isUuid } from '../../platform/ids.ts';
import { beginUpload } from './begin-upload.ts';
import { answerBegun, BegunBefore, findBegun, readCreation, type Creation } from './begun-before.ts';
import { describeReceipt } from '../evidence/exports/describe-receipt.ts';
import { failUpload } from './exports/fail-upload.ts';
import { findUpload, type Uploader } from './find-upload.ts';
import { readFed, requireAll, requireFed } from './require-fed.ts';
import { finishUpload } from './exports/finish-upload.ts';
import { readTusRefusal } from './read-tus-refusal.ts';
import { readUploadMetadata } from './upload-metadata.ts';

type Exchange = {
  rootUrl?: string;
  takes: UploadKind;
  uploader?: Uploader;
  creation?: Creation | undefined;
  refusal?: unknown;
  /** No recording transaction judges the bytes that the request brings. */
  isUnjudged?: boolean;
  /**
   * The upload that this request begins or deletes, and the status at which it fails: its row must not stay
   * `uploading`. A device has the right to delete it; failing a begun one needs no right.
   */
  ends?: {
    id: string;
    failure: { code: string; message: string };
    when: (status: number) => boolean;
    right?: Right;
  };
};

/** The library speaks tus 1.0.0; this decides who may upload what. The address holds the evidence's id. */
export const createUploadServer = (context: Context): UploadHandlers => {
  const exchanges = new WeakMap<object, Exchange>();
  const uploaderOf = (request: object): Uploader => exchanges.get(request)!.uploader!;
  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: context.uploads,
    relativeLocation: false,
    generateUrl: (request, { id }) => `${exchanges.get(request)!.rootUrl}${UPLOADS_PATH}/${id}`,
    maxSize: (request) => maxBytesOf(exchanges.get(request)!.takes),
    allowedHeaders: ['Authorization', 'Idempotency-Key'],
    disableTerminationForFinishedUploads: true,
    namingFunction: () => context.ids.next(),
    onUploadCreate: async (request, upload) => {
      const exchange = exchanges.get(request)!;
      await begin(context, exchange, upload);
      exchange.ends = { id: upload.id, failure: REFUSED, when: (status) => status >= 400 };
      return {};
    },
    onUploadFinish: async (request, { id, size }) => {
      const { organisationId, takes, right } = uploaderOf(request);
      const row = await finishUpload(context, { organisationId, evidenceId: id }, right);
      if (takes === 'recording') requireAll(row, size);
      exchanges.get(request)!.isUnjudged = false;
      return { headers: await describeReceipt(context, row) };
    },
    onResponseError: (request, error) => {
      const exchange = exchanges.get(request);
      // The protocol's refusals are read from its reply. For too many bytes the library only knows the error of an
      // announced length that is too large.
      if (error instanceof Error && 'status_code' in error) return ERRORS.ERR_SIZE_EXCEEDED;
      if (exchange && error instanceof Error) exchange.refusal = error;
      return undefined;
    },
  });
  const answer: Answer = (request, response, exchange) => {
    const web = paceUpload(context, new NodeRequest({ req: request, res: response }), { request, exchange });
    exchanges.set(web, Object.assign(exchange, { rootUrl: contextAt(context, request).config.baseUrl }));
    return answerTus(context, { response, exchange, reply: tus.handleWeb(web) });
  };
  return {
    handle: async (request, response, caller) => {
      const uploader = toUploader(caller);
      const id = readUploadId(request);
      if (id === '' && request.method === 'POST')
        return create(context, { request, response, uploader }, answer);
      const isOver = await answerOver(context, { request, response, uploader });
      if (isOver) return;
      const isDeletion = request.method === 'DELETE';
      const { right, takes } = uploader;
      const ends = { id, failure: CANCELLED, when: (status: number) => status === 204, right };
      const isUnjudged = request.method === 'PATCH';
      await answer(request, response, { uploader, takes, isUnjudged, ...(isDeletion ? { ends } : {}) });
    },
    describe: (request, response, takes) => answer(request, response, { takes }),
  };
};

const BRINGING = new Set(['POST', 'PATCH']);

const paceUpload = (
  context: Context,
  web: Request,
  { request, exchange }: { request: IncomingMessage; exchange: Exchange },
): Request => {
  const { uploader } = exchange;
  if (!uploader || !BRINGING.has(web.method)) return web;
  const { organisationId } = uploader;
  const look = () => requireStillWanted(context, uploader, exchange.ends?.id ?? readUploadId(request));
  const bytes = paceBody(context, request, { organisationId, look });
  // The body is read when the protocol asks for it: a refused request is never told to send it.
  return Object.defineProperty(web, 'body', { value: ReadableStream.from(noteRefusal(exchange, bytes)) });
};

const requireStillWanted = (
  context: Context,
  { organisationId, takes, right }: Uploader,
  evidenceId: string,
): Promise<void> =>
  (takes === 'recording' ? requireFed : requireWanted)(context, { organisationId, evidenceId }, right);

// The protocol would only say that the body broke off.
const noteRefusal = async function* (exchange: Exchange, bytes: AsyncIterable<Buffer>) {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof Refusal) exchange.refusal = error;
    throw error;
  }
};

type Answer = (request: IncomingMessage, response: ServerResponse, exchange: Exchange) => Promise<void>;

const answerTus = async (
  context: Context,
  {
    response,
    exchange,
    reply: replying,
  }: { response: ServerResponse; exchange: Exchange; reply: Promise<globalThis.Response> },
): Promise<void> => {
  const reply = await replying;
  // The library would list all the protocol's headers; those that a page may read are set already.
  reply.headers.delete('Access-Control-Expose-Headers');
  const { ends, uploader, creation } = exchange;
  if (ends?.when(reply.status)) {
    const { id: evidenceId, right = null } = ends;
    const key = { organisationId: uploader!.organisationId, evidenceId, right };
    const { code, message } = exchange.refusal instanceof Refusal ? exchange.refusal : ends.failure;
    await failUpload(context, key, { code, message, begunUnder: creation?.claim });
  }
  if (exchange.refusal === undefined && reply.status < 400) {
    if (exchange.isUnjudged) await judgeArrived(context, exchange, response.req);
    if (creation) response.setHeader('Idempotency-Key', creation.key);
    return sendNodeResponse(response, reply);
  }
  for (const [name, value] of reply.headers) {
    if (!name.startsWith('content-') && !response.headersSent) response.setHeader(name, value);
  }
  const { takes } = exchange;
  const { method, headers } = response.req;
  // Other methods announce no size: their Upload-Length is a header like any other, and malformed.
  const length = method === 'POST' || method === 'PATCH' ? headers['upload-length'] : undefined;
  throw exchange.refusal ?? readTusRefusal({ status: reply.status, text: await reply.text(), takes, length });
};

// A finished upload is judged with its entry; a part is judged here.
const judgeArrived = (
  context: Context,
  { uploader, ends }: Exchange,
  request: IncomingMessage,
): Promise<void> => {
  const { takes, right } = uploader!;
  if (takes === 'photo') return requireRight(context.database.prisma, right);
  return requireStillWanted(context, uploader!, ends?.id ?? readUploadId(request));
};

type UploadCall = {
  request: IncomingMessage & WriteRequest;
  response: ServerResponse;
  uploader: Uploader;
};

const create = async (context: Context, call: UploadCall, answer: Answer): Promise<void> => {
  const { request, response, uploader } = call;
  const creation = readCreation(request);
  // After the session's end, too: a begun upload may still finish.
  const begun = creation && (await findBegun(context, creation));
  if (begun) return answerBegun(context, call, { key: creation.key, uploadId: begun });
  refuseLate(uploader);
  try {
    // The first bytes may come with the creation.
    const isUnjudged = request.headers['content-type'] === 'application/offset+octet-stream';
    await answer(request, response, { uploader, takes: uploader.takes, creation, isUnjudged });
  } catch (error) {
    if (!(error instanceof BegunBefore)) throw error;
    await answerBegun(context, call, { key: creation!.key, uploadId: error.uploadId });
  }
};

const REFUSED = { code: 'upload_refused', message: 'The upload was refused while it began.' };
const CANCELLED = { code: 'upload_cancelled', message: 'The upload was deleted by its device.' };

const readUploadId = ({ url }: IncomingMessage): string =>
  new URL(url!, 'http://localhost').pathname.slice(UPLOADS_PATH.length + 1);

const begin = async (
  context: Context,
  { uploader, creation }: Exchange,
  { id, size, metadata }: Upload,
): Promise<void> => {
  const read = readUploadMetadata(metadata, { size, takes: uploader!.takes });
  await beginUpload(context, { uploader: uploader!, evidenceId: id, metadata: read, size, creation });
};

const toUploader = (caller: Caller | RecorderCaller | FieldCaller): Uploader =>
  'participantId' in caller
    ? { ...caller, takes: 'photo', right: rightOf(caller) }
    : {
        organisationId: caller.organisationId,
        sessionId: 'sessionId' in caller ? caller.sessionId : null,
        participantId: null,
        hasEnded: false,
        takes: 'recording',
        right: rightOf(caller),
      };

/** A client that lost the last reply asks for the offset, or goes on from there: all bytes have arrived. */
const answerOver = async (
  context: Context,
  { request, response, uploader }: UploadCall,
): Promise<boolean> => {
  const id = readUploadId(request);
  if (id === '') return false;
  if (!isUuid(id)) throw noSuch('upload', id);
  const found = await findUpload(context, uploader, id);
  const { status, byteSize } = found;
  const isPatch = request.method === 'PATCH';
  const key = { organisationId: uploader.organisationId, evidenceId: id };
  // After the session's end an upload may finish, but nobody takes captured evidence back.
  if (request.method === 'DELETE') refuseLate(await readEnd(context, uploader, key));
  const requirePart = async () => {
    if (isPatch && uploader.takes === 'recording') await requireFed(context, key, uploader.right);
  };
  if (status === 'uploading' || byteSize === null) await requirePart();
  if (status === 'uploading') return false;
  if (byteSize === null || !(isPatch || request.method === 'HEAD')) throw noSuch('upload', id);
  if (isPatch) requireOffset(request, uploader, byteSize);
  if (hasBody(request)) await requirePart();
  response.writeHead(isPatch ? 204 : 200, {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': byteSize,
    ...(isPatch ? {} : { 'Upload-Length': byteSize }),
    ...(await describeReceipt(context, found)),
  });
  response.end();
  return true;
};

// Checks the offset as of an upload under way. No bytes are taken: Upload-Offset says that all have come.
const requireOffset = ({ headers }: IncomingMessage, { takes }: Uploader, byteSize: number): void => {
  const offset = headers['upload-offset'];
  if (offset === String(byteSize)) return;
  const { body: text, status_code: status } =
    offset === undefined ? ERRORS.MISSING_OFFSET : ERRORS.INVALID_OFFSET;
  throw readTusRefusal({ status, text, takes, length: undefined });
};

const readEnd = async (
  context: Context,
  { takes, hasEnded }: Uploader,
  key: Parameters<typeof readFed>[1],
): Promise<{ hasEnded: boolean }> =>
  takes === 'photo' ? { hasEnded } : { hasEnded: (await readFed(context, key))?.ended_at != null };

const refuseLate = ({ hasEnded }: Pick<Uploader, 'hasEnded'>): false => {
  if (!hasEnded) return false;
  throw new Refusal('session.already_ended', 'The session has ended. Only uploads begun before may finish.');
};
