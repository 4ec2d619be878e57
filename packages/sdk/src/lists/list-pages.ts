import { UsageError } from '../errors/field-inspection-error.ts';
import { readRateLimit } from '../http/rate-limit.ts';
import { createForeignReplyError, parseReply } from '../requests/parse-reply.ts';
import type { RoutePath } from '../requests/route-path.ts';
import type { Exchange } from '../requests/send-request.ts';
import { nameList, type Position, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { PagePromise } from './page-promise.ts';
import { type LoadPage, Page, type Trail } from './page.ts';

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ListRequest {
  readonly path: RoutePath;
  readonly query: PageQuery;
  readonly resume: string | undefined;
}

type SendQuery = (query: PageQuery, wantsBody: () => boolean) => Promise<Exchange>;

export function listPages<T>({ path, query, resume }: ListRequest, send: SendQuery): PagePromise<T> {
  let limit = query.limit;
  const start = () => readStart({ path, query, resume });
  const startTrail = (): Trail | null => {
    const { cursor } = start();
    return cursor === null ? null : { cursor, before: null };
  };
  const save = (position: Position) => writeCheckpoint(nameList(path, query), position);
  const readPage = (exchange: Exchange, trail: Trail | null): Page<T> =>
    new Page({ ...readEnvelope<T>(exchange), trail, loadPage, writeCheckpoint: save });
  const loadPage: LoadPage<T> = async (trail) =>
    readPage(await send({ ...query, limit, cursor: trail?.cursor }, () => true), trail);
  return new PagePromise<T>({
    async send(pageSize, wantsBody) {
      limit ??= pageSize;
      return send({ ...query, limit, cursor: start().cursor ?? undefined }, wantsBody);
    },
    parse: (exchange) => readPage(exchange, startTrail()),
    reload: async () => loadPage(startTrail()),
    start,
    writeCheckpoint: save,
  });
}

function readStart({ path, query, resume }: ListRequest): Position {
  if (resume === undefined) return { cursor: query.cursor ?? null, given: [] };
  if (query.cursor === undefined) return readCheckpoint(nameList(path, query), resume);
  throw new UsageError('Give either resume or cursor');
}

function readEnvelope<T>(exchange: Exchange) {
  const envelope = parseReply(exchange, { isVoid: false }) as {
    data: T[];
    has_more: boolean;
    next_cursor: string | null;
  };
  if (!Array.isArray(envelope.data)) throw createForeignReplyError(exchange, 'a list');
  const { headers } = exchange.response;
  return {
    data: envelope.data,
    hasMore: envelope.has_more === true,
    nextCursor: envelope.next_cursor ?? null,
    requestId: headers.get('request-id'),
    rateLimit: readRateLimit(headers),
  };
}
