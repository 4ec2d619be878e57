import { type EndReason, readEndReason } from './end-reason.ts';
import { type CreateSocket, type RelayWay, openSocket } from './open-socket.ts';
import type { RelayMessage, Signal } from './relay-message.ts';

/** `lost`: the relay was connected once, and is away. */
export type RelayState = 'connecting' | 'connected' | 'lost';

export type Relay = {
  /** Gives false where the relay is away: the signal is lost, and the room is told anew when the relay is back. */
  send: (signal: Signal) => boolean;
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
 * Keeps a WebSocket to the relay as long as the session lives: it comes back by itself, and notices silence.
 *
 * @param way called at each connection, since a token is good for some hours
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

/** A silent relay is asked after that time, and has as long to answer. */
const QUIET_MS = 10_000;
const ANSWER_MS = 10_000;
/** Opening a connection takes four ways to and fro. */
const OPENING_MS = 20_000;

/**
 * A lost network sends no event, and a page can't see the WebSocket's pings. So `ask` sends a question, and `onSilence`
 * is called once when no answer comes.
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
    begin: () => wait(onSilence, OPENING_MS),
    /** Called for any message, which shows that the relay is alive. */
    hear: () => wait(look, QUIET_MS),
    look,
    stop: () => clearTimeout(timer),
  };
};

/** A connection that held so long was good: waits begin short again. */
const STEADY_MS = 10_000;

const createBackOff = (random: () => number) => {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  return {
    /** Only after a while is a connection known to last. */
    hold: () => wait(() => (failures = 0), STEADY_MS),
    retry: (connect: () => void, closeCode: number) =>
      wait(connect, pickDelayMs(failures++, closeCode, random())),
    stop: () => clearTimeout(timer),
  };
};

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** A relay that asks for quiet, or is full, gets at least this step's wait. */
const BUSY_STEP = 4;
const BUSY = new Set([1013, 4423, 4429, 4430]);

/** Each wait is longer than the one before, and random, so that others who lost the same relay come back apart. */
export const pickDelayMs = (failures: number, closeCode: number, random: number): number => {
  const step = BUSY.has(closeCode) ? Math.max(failures, BUSY_STEP) : failures;
  return RETRY_MS[Math.min(step, RETRY_MS.length - 1)]! * (0.5 + random);
};
