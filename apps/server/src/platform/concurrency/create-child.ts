import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { hidePersonal } from '../describe-causes.ts';
import type { Logger } from '../logger.ts';
import { LostOrderError } from './lost-order-error.ts';
import { runOrders, type Doer, type DoerOptions } from './run-orders.ts';

export type Child<Order, Product> = {
  /** @throws what the process says of the order, or {LostOrderError} when it ended before it answered: try again */
  run: (order: Order) => Promise<Product>;
};

export type ChildOptions = DoerOptions & {
  /** Gets what the process said beside its answers, once it has ended. */
  log: Pick<Logger, 'warn'>;
  /** The most that it may have in memory: on Linux it is stopped when it is seen to have more. Without it, there is no bound. */
  memoryMb?: number;
};

/**
 * A process of lowest priority that does one order after the other: for work that would take the processor from the
 * requests, or may end who does it. It starts with the first order, keeps nothing alive, and ends with this process,
 * however that ends. One that dies, or is stopped since its time is over, costs the order that it was at, and no other.
 *
 * @param body calls answerAsChild
 */
export const createChild = <Order, Product>(
  body: URL,
  { name, log, memoryMb, ...options }: ChildOptions,
): Child<Order, Product> => {
  const tell = (end: ChildEnd): void => log.warn({ process: name, ...end }, 'process ended');
  const run = runOrders(() => startChild(body, { name, tell, memoryMb }), {
    name: `${name} process`,
    ...options,
  });
  return { run: (order) => run<Product>(order) };
};

type ChildEnd = { code: number | null; signal: NodeJS.Signals | null; said: string; said_bytes: number };
type Start = { name: string; tell: (end: ChildEnd) => void; memoryMb: number | undefined };

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
  const watch = watchMemory(child, start.memoryMb, (words) => {
    said.add(words);
    stop();
  });
  child.on('message', (answer) => events.emit('message', answer));
  // It could not be started, or takes no order any more.
  child.on('error', (error) => {
    said.add(error.message);
    stop();
    if (child.pid === undefined) events.emit('exit');
  });
  // `close`, not `exit`: by then all that it said has arrived.
  child.on('close', (code, signal) => {
    clearInterval(watch);
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

/** Within it, what draws takes 50 MiB more at most (measured). */
const WATCH_MS = 25;

// The kernel's own limit (RLIMIT_DATA) counts what V8 has reserved, too: half a GiB that it never touches, and another
// amount with each release.
const watchMemory = ({ pid }: ChildProcess, memoryMb = Infinity, onMore: (words: string) => void) => {
  if (pid === undefined || memoryMb === Infinity || process.platform !== 'linux') return undefined;
  return setInterval(() => {
    if (readMemoryMb(pid) > memoryMb) onMore(`It took more than ${memoryMb} MiB of memory.`);
  }, WATCH_MS).unref();
};

const readMemoryMb = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has ended in this moment.
    return 0;
  }
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
