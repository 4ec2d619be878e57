import type { FakeReply } from './fake-fetch.ts';
import { json } from './fake-fetch.ts';

/** Lists the numbers below `count` in pages; the cursor is the next number. */
export const listNumbers =
  (count: number): FakeReply =>
  (request, init) => {
    const limit = Number(request.url.searchParams.get('limit') ?? 25);
    const start = Number(request.url.searchParams.get('cursor') ?? 0);
    const data = Array.from({ length: Math.min(limit, count - start) }, (_, index) => ({
      id: start + index,
    }));
    const next = start + data.length;
    return json(page(data, next < count ? String(next) : null))(request, init);
  };

export const page = (data: readonly unknown[], nextCursor: string | null) => ({
  data,
  has_more: nextCursor !== null,
  next_cursor: nextCursor,
});
