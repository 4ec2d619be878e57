import { Button } from './button.tsx';
import { explainError } from '../service/explain-error.ts';
import { write } from '../words/words.ts';

/** Stands in for an answer that did not come, and never had before. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div role="alert">
    <p className="error">{explainError(error)}</p>
    <Button onPress={onRetry}>{write('retry')}</Button>
  </div>
);
