import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/effects.ts';
import { okBytes, type Exchange } from './ok-bytes.ts';
import { rightOfReply } from './right-of-reply.ts';

type Pages = Iterable<string | Uint8Array> | AsyncIterable<string>;

/** The right is judged with each page: nothing goes out that was read after the right had ended. */
export const okPages = (context: Pick<Context, 'database'>, exchange: Exchange, pages: Pages) => {
  const judged = judgeEach(context, rightOfReply(exchange.req), pages);
  return okBytes(context, exchange, Readable.from(judged, { objectMode: false }));
};

// Judged after the page was read: a right that holds then held before.
async function* judgeEach(
  { database }: Pick<Context, 'database'>,
  right: Right | null,
  pages: Pages,
): AsyncGenerator<string | Uint8Array> {
  for await (const page of pages) {
    await requireRight(database.prisma, right);
    yield page;
  }
}
