import { Button } from './button.tsx';
import { explainError } from '../service/explain-error.ts';
import { write } from '../words/words.ts';

/** What was asked for did not come, and nothing of it was there before. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div role="alert">
    <p className="error">{explainError(error)}</p>
    <Button onPress={onRetry}>{write('retry')}</Button>
  </div>
);
