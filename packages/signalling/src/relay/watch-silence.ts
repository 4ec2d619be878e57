/** So long a living relay may say nothing before it is asked, and so long it may take to answer. */
const QUIET_MS = 10_000;
const ANSWER_MS = 10_000;
/** A connection that opens has more to do: it goes to and fro four times. */
const OPENING_MS = 20_000;

/**
 * Notices a connection that has gone silent: where a network is lost nothing says so, and a page can't see the pings of
 * the WebSocket itself. `ask` sends what is answered; `onSilence` is called once when nothing comes.
 */
export const watchSilence = ({ ask, onSilence }: { ask: () => void; onSilence: () => void }) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  const look = (): void => {
    ask();
    wait(onSilence, ANSWER_MS);
  };
  return {
    /** A connection begins. */
    begin: () => wait(onSilence, OPENING_MS),
    /** Whatever was said: it is alive. */
    hear: () => wait(look, QUIET_MS),
    /** At once, such as when the network has changed. */
    look,
    stop: () => clearTimeout(timer),
  };
};
