import { type EndReason, readEndReason } from './end-reason.ts';
import { type CreateSocket, type RelayWay, openSocket } from './open-socket.ts';
import type { RelayMessage, Signal } from './relay-message.ts';

/** `connecting` until it was there once; `lost` whenever it is away after that. */
export type RelayState = 'connecting' | 'connected' | 'lost';

export type Relay = {
  /**
   * Sends a signal; false where the relay is away: the message is lost, and the room is told anew when the relay is
   * back.
   */
  send: (signal: Signal) => boolean;
  /** Looks whether it is still there, or comes back at once where it is known to be away. */
  look: () => void;
  /** Enters the room once more, so that the others offer anew. */
  rejoin: () => void;
  close: () => void;
};

type Listeners = {
  onState: (state: RelayState) => void;
  onMessage: (message: RelayMessage) => Promise<void> | void;
  onEnd: (reason: EndReason) => void;
};

export type RelayEdges = {
  createSocket: CreateSocket;
  random: () => number;
};

/**
 * Gives the relay's WebSocket, for as long as the session lives: comes back by itself, and notices silence.
 *
 * @param way asked at each connection, since a token is good for some hours
 */
export const connectRelay = (
  way: () => RelayWay,
  { onState, onMessage, onEnd }: Listeners,
  { createSocket, random }: RelayEdges,
): Relay => {
  let socket: ReturnType<typeof openSocket> | undefined;
  const backOff = createBackOff(random);
  let wasConnected = false;
  let isOver = false;

  const send = (message: object): boolean => socket?.send(message) ?? false;
  const tellAway = (): void => onState(wasConnected ? 'lost' : 'connecting');
  const hearWelcome = (): void => {
    wasConnected = true;
    backOff.hold();
    onState('connected');
  };
  const open = (): void => {
    tellAway();
    socket = openSocket(way(), createSocket, {
      onHeard: () => watch.hear(),
      onMessage: (message) => {
        if (message.type === 'welcome') hearWelcome();
        return onMessage(message);
      },
      onClose: lose,
    });
    watch.begin();
  };
  const abandon = (): void => {
    watch.stop();
    backOff.stop();
    socket?.closeUnheard();
    socket = undefined;
  };
  const lose = (code: number): void => {
    abandon();
    const reason = readEndReason(code);
    isOver = reason !== undefined;
    if (reason) return onEnd(reason);
    tellAway();
    backOff.retry(open, code);
  };
  const rejoin = (): void => {
    if (isOver) return;
    abandon();
    open();
  };
  const watch = watchSilence({ ask: () => send({ type: 'ping' }), onSilence: () => lose(1006) });
  open();
  return {
    send,
    look: () => (socket?.isOpen() ? watch.look() : rejoin()),
    rejoin,
    close: () => {
      isOver = true;
      abandon();
    },
  };
};

/** Milliseconds that a living relay may say nothing before it is asked, and that it may take to answer. */
const QUIET_MS = 10_000;
const ANSWER_MS = 10_000;
/** The time for a connection to open, in which it goes to and fro four times. */
const OPENING_MS = 20_000;

/**
 * Notices a connection that has gone silent: where a network is lost nothing says so, and a page can't see the pings of
 * the WebSocket itself. `ask` sends a question that is answered; `onSilence` is called once when nothing comes.
 */
const watchSilence = ({ ask, onSilence }: { ask: () => void; onSilence: () => void }) => {
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
    /** Notes that the relay said anything: it is alive. */
    hear: () => wait(look, QUIET_MS),
    /** Looks at once, such as when the network has changed. */
    look,
    stop: () => clearTimeout(timer),
  };
};

/** A connection that held so long was a good one: the next waits begin short again. */
const STEADY_MS = 10_000;

/** Makes the waits between tries to connect. */
const createBackOff = (random: () => number) => {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  return {
    /** Connected: whether that lasts shows in a while. */
    hold: () => wait(() => (failures = 0), STEADY_MS),
    retry: (connect: () => void, closeCode: number) =>
      wait(connect, pickDelayMs(failures++, closeCode, random())),
    stop: () => clearTimeout(timer),
  };
};

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The relay asked for a while of quiet, or is full: not before this step. */
const BUSY_STEP = 4;
const BUSY = new Set([1013, 4423, 4429, 4430]);

/** Picks the wait before the next try: longer each time, and apart from the others who lost the same relay. */
export const pickDelayMs = (failures: number, closeCode: number, random: number): number => {
  const step = BUSY.has(closeCode) ? Math.max(failures, BUSY_STEP) : failures;
  return RETRY_MS[Math.min(step, RETRY_MS.length - 1)]! * (0.5 + random);
};
