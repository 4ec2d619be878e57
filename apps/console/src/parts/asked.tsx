import type { ReactNode } from 'react';
import { AuthenticationError } from '@field-inspection/sdk';
import { explainError } from '../service/explain-error.ts';
import { write } from '../words/words.ts';
import { writeHour } from '../words/write-values.ts';
import { Failure } from './failure.tsx';

type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type Props<Data> = { query: Query<Data>; children: (data: Data) => ReactNode };

/** Shows an answer: on its way, refused, or there. Once no new one comes, it says how old this one is. */
export const Asked = <Data,>({ query, children }: Props<Data>) => {
  const { data, error, dataUpdatedAt } = query;
  const isLeaving = error instanceof AuthenticationError;
  if (data === undefined && error && !isLeaving)
    return <Failure error={error} onRetry={() => void query.refetch()} />;
  if (data === undefined)
    return (
      <p className="quiet" role="status">
        {write('working')}
      </p>
    );
  return (
    <>
      {error !== null && !isLeaving && (
        <p className="note" role="status">
          {write('stale', { time: writeHour(dataUpdatedAt) })} {explainError(error)}
        </p>
      )}
      {children(data)}
    </>
  );
};
