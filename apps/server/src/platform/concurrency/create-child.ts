import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import { hidePersonal } from '../describe-causes.ts';
import type { Logger } from '../logger.ts';
import { LostOrderError } from './lost-order-error.ts';
import { runOrders, type Doer, type DoerOptions } from './run-orders.ts';

export type Child<Order, Product> = {
  /** @throws what the process says of the order, or {LostOrderError} when it ended before it answered: try again */
  run: (order: Order) => Promise<Product>;
};

/** `log` gets what the process said beside its answers, once it has ended. */
export type ChildOptions = DoerOptions & { log: Pick<Logger, 'warn'> };

/**
 * A process of lowest priority that does one order after the other: for work that would take the processor from the
 * requests, or may end who does it. It starts with the first order, keeps nothing alive, and ends with this process,
 * however that ends. One that dies, or is stopped since its time is over, costs the order that it was at, and no other.
 *
 * @param body calls answerAsChild
 */
export const createChild = <Order, Product>(
  body: URL,
  { name, log, ...options }: ChildOptions,
): Child<Order, Product> => {
  const tell = (end: ChildEnd): void => log.warn({ process: name, ...end }, 'process ended');
  const run = runOrders(() => startChild(body, { name, tell }), { name: `${name} process`, ...options });
  return { run: (order) => run<Product>(order) };
};

type ChildEnd = { code: number | null; signal: NodeJS.Signals | null; said: string; said_bytes: number };
type Start = { name: string; tell: (end: ChildEnd) => void };

/** Of what it says the end is kept: that is where it says why it dies. */
const KEPT_CHARS = 2_000;

/** Its own beside what libvips takes: what a file says of itself is read in JavaScript. */
const HEAP_MB = 256;

const startChild = (body: URL, start: Start): Doer => {
  const child = forkLow(body, start.name);
  const events = new EventEmitter();
  let isStopped = false;
  const said = listenTo(child);
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGKILL');
  };
  child.on('message', (answer) => events.emit('message', answer));
  // It could not be started, or takes no order any more.
  child.on('error', (error) => {
    said.add(error.message);
    stop();
    if (child.pid === undefined) events.emit('exit');
  });
  // `close`, not `exit`: by then all that it said has arrived.
  child.on('close', (code, signal) => {
    const end = { code, signal, ...said.read() };
    if (!isStopped || end.said_bytes > 0) start.tell(end);
    events.emit('exit');
  });
  return {
    events,
    isAlive: () => !isStopped && child.connected && child.exitCode === null && child.signalCode === null,
    give: (order) => void child.send(order as object),
    stop,
  };
};

// glibc keeps what large buffers leave, in pieces: after ten photos of 12 megapixels 290 MB. With this, and a collection
// after each (answer-as-child.ts), it is 105. Other systems don't read it.
const GIVES_MEMORY_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

const forkLow = (body: URL, name: string): ChildProcess => {
  try {
    const child = fork(body, {
      // Whatever takes it over by a hostile file finds no secret in it.
      env: GIVES_MEMORY_BACK,
      // Nothing of this process's own, such as its inspector.
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // Its start takes a fifth of a second of a processor; all its threads have it later (answer-as-child.ts).
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    child.unref();
    child.channel?.unref();
    return child;
  } catch (cause) {
    throw new LostOrderError(`The ${name} process did not start: try again.`, { cause });
  }
};

/** Hears what a process says on both its outputs, of which the log gets no more than the end. */
const listenTo = ({ stdout, stderr }: ChildProcess) => {
  let text = '';
  let bytes = 0;
  const add = (chunk: string): void => {
    bytes += Buffer.byteLength(chunk);
    text = (text + chunk).slice(-KEPT_CHARS);
  };
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', add);
    (stream as { unref?: () => void } | null)?.unref?.();
  }
  return { add, read: () => ({ said: hidePersonal(text), said_bytes: bytes }) };
};
