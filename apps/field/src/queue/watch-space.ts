/** Space left on the device. `unkept`: nothing that is taken outlives the page. */
export type Space = 'enough' | 'low' | 'unkept';

/** Some ten photos. */
const LOW_BYTES = 60 * 1024 * 1024;

/** Judges whether the browser's storage is nearly used up. */
export const judgeSpace = ({ quota, usage }: StorageEstimate): Exclude<Space, 'unkept'> =>
  quota !== undefined && quota - (usage ?? 0) < LOW_BYTES ? 'low' : 'enough';

export const readSpace = async (): Promise<Exclude<Space, 'unkept'>> => {
  try {
    return judgeSpace(await navigator.storage.estimate());
  } catch {
    return 'enough';
  }
};

/** Asks the browser to keep the storage when the device runs short. It may refuse: nothing depends on it. */
export const askToPersist = async (): Promise<void> => {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Some browsers lack it.
  }
};
