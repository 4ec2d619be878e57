import { sessionId } from './kept-session.ts';

type Hold = {
  /** Takes the session from the tab that has it. */
  isTaking: boolean;
  /** Told when another tab takes it. */
  onTaken: () => void;
};

let letGo: (() => void) | undefined;

/**
 * Makes this tab the one that has the session on this device: two would send each photo twice. Where the browser has no
 * locks, or gives none, each tab has it, and the service tells the first when the second comes.
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
        // The browser gives none; else it was taken.
        resolve(true);
        if (!letGo) return;
        letGo = undefined;
        onTaken();
      });
  });
};

/** The session is over on this device, or another tab's. */
export const releaseTab = (): void => {
  letGo?.();
  letGo = undefined;
};
