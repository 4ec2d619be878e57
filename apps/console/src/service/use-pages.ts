import type { Page } from '@field-inspection/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { POLL_MS } from './query-client.ts';

/** Only the first page is asked again: asking all of them each time would use up the limit of requests. */
const POLLED_PAGES = 4;

type Load<Item> = (
  page: { cursor: string | undefined },
  options: { signal: AbortSignal },
) => PromiseLike<Page<Item>>;

/** A list of the service, of which more is asked for as somebody reads on. */
export const usePages = <Item>(queryKey: readonly unknown[], load: Load<Item>) =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await load({ cursor: pageParam }, { signal });
      return { items: data, next: nextCursor };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= POLLED_PAGES ? POLL_MS : false),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
