/** `unkept`: nothing that is taken outlives the page. */
export type Space = 'enough' | 'low' | 'unkept';

/** Room for some ten photos. */
const LOW_BYTES = 60 * 1024 * 1024;

export const judgeSpace = ({ quota, usage }: StorageEstimate): Exclude<Space, 'unkept'> =>
  quota !== undefined && quota - (usage ?? 0) < LOW_BYTES ? 'low' : 'enough';

export const readSpace = async (): Promise<Exclude<Space, 'unkept'>> => {
  try {
    return judgeSpace(await navigator.storage.estimate());
  } catch {
    return 'enough';
  }
};

/** The browser may refuse to keep the storage: nothing depends on it. */
export const askToPersist = async (): Promise<void> => {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Some browsers have no StorageManager.
  }
};
