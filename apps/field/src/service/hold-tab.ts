import { sessionId } from './kept-session.ts';

type Hold = {
  /** Takes the session away from the tab that has it. */
  isTaking: boolean;
  onTaken: () => void;
};

let letGo: (() => void) | undefined;

/**
 * Two tabs of a device would send each photo twice, so one has the session. Where the browser gives no lock each tab
 * has it, and the service tells the first when the second comes.
 *
 * @returns false when another tab has it
 */
export const holdTab = ({ isTaking, onTaken }: Hold): Promise<boolean> => {
  if (letGo || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options = isTaking ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(`field ${sessionId}`, options, (lock) => {
        resolve(Boolean(lock));
        return lock ? new Promise<void>((release) => (letGo = release)) : undefined;
      })
      .catch(() => {
        // A lock that the browser never gave lets the tab in; a lock that was stolen is another tab's.
        resolve(true);
        if (!letGo) return;
        letGo = undefined;
        onTaken();
      });
  });
};

export const releaseTab = (): void => {
  letGo?.();
  letGo = undefined;
};
