import { type LoadPage, Page, type Trail } from '../core/page.ts';
import { PagePromise } from '../core/page-promise.ts';
import { createForeignReplyError, parseReply } from './parse-reply.ts';
import type { Exchange } from './send-request.ts';

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

type SendQuery = (query: PageQuery, wantsBody: () => boolean) => Promise<Exchange>;

/** A list by its query. All pages are asked for with the same filters and page size. */
export function listPages<T>(query: PageQuery, send: SendQuery): PagePromise<T> {
  const firstTrail: Trail | null = query.cursor === undefined ? null : { cursor: query.cursor, before: null };
  let limit = query.limit;
  const loadPage: LoadPage<T> = async (trail) => {
    const exchange = await send({ ...query, limit, cursor: trail?.cursor }, () => true);
    return readPage(exchange, trail, loadPage);
  };
  return new PagePromise<T>({
    send(pageSize, wantsBody) {
      limit ??= pageSize;
      return send({ ...query, limit }, wantsBody);
    },
    parse: (exchange) => readPage(exchange, firstTrail, loadPage),
    reload: () => loadPage(firstTrail),
  });
}

function readPage<T>(exchange: Exchange, trail: Trail | null, loadPage: LoadPage<T>): Page<T> {
  const envelope = parseReply(exchange) as { data: T[]; has_more: boolean; next_cursor: string | null };
  if (!Array.isArray(envelope?.data)) throw createForeignReplyError(exchange, { expected: 'a list' });
  return new Page({
    data: envelope.data,
    hasMore: envelope.has_more === true,
    nextCursor: envelope.next_cursor ?? null,
    requestId: exchange.response.headers.get('request-id'),
    trail,
    loadPage,
  });
}
