import { explainError } from '../service/explain-error.ts';

export type Saving = { isPending: boolean; isSuccess: boolean; error: unknown };

/** Says whether a change was saved, or why not. */
export const Said = ({ saving, done }: { saving: Saving; done: string }) => (
  <>
    <p className="note good" role="status">
      {saving.isSuccess && done}
    </p>
    <p className="error" role="alert">
      {saving.error !== null && explainError(saving.error)}
    </p>
  </>
);
