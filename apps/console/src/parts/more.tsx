import { Button } from './button.tsx';
import { write } from '../words/words.ts';

type Query = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** The next page of a list. */
export const More = ({ query }: { query: Query }) =>
  query.hasNextPage && (
    <Button kind="secondary" isWaiting={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
      {write('more')}
    </Button>
  );
