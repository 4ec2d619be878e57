import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Doer } from '../concurrency/run-orders.ts';
import { LostOrderError } from '../concurrency/lost-order-error.ts';
import { hidePersonal } from '../describe-causes.ts';
import type { Logger } from '../logger.ts';
import type { ChildOrder, DecodingPolicy } from './decoding-policy.ts';
import { lowerProcess, readMemoryMb, watchProcess } from './bound-process.ts';
import { locateProgram } from '../../paths.ts';

const BODY = locateProgram('platform/decoding/decoding-child');

/**
 * Lowest priority, without the service's environment, one order at a time within bounds. The process keeps nothing
 * alive, and ends with this one, however that ends.
 *
 * @param log gets what the process said beside its answers, once it has ended
 */
export const startChild = (
  { memoryMb, kinds }: DecodingPolicy,
  log: Pick<Logger, 'warn'>,
): Doer<ChildOrder> => {
  const child = forkLow();
  const events = new EventEmitter();
  const said = listenTo(child);
  let isStopped = false;
  let kind: ChildOrder['kind'] | undefined;
  let blame: string | undefined;
  let unwatch = (): void => {};
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGKILL');
  };
  child.on('message', (answer) => {
    unwatch();
    events.emit('message', answer);
  });
  // The process did not start, or takes no order any more.
  child.on('error', (error) => {
    said.add(error.message);
    stop();
    if (child.pid === undefined) events.emit('exit');
  });
  // `close`, not `exit`: by then all of its output has arrived.
  child.on('close', (code, signal) => {
    unwatch();
    const end = { code, signal, ...said.read() };
    if (!isStopped) blame = blameCrash(end);
    if (!isStopped || end.said_bytes > 0) log.warn({ process: 'decoding', kind, ...end }, 'process ended');
    events.emit('exit');
  });
  return {
    events,
    isFit: () => {
      // The next order would be charged for memory that is held already.
      if (child.pid !== undefined && readMemoryMb(child.pid) > RESTING_MB) stop();
      return !isStopped && child.connected && child.exitCode === null && child.signalCode === null;
    },
    give: (order: ChildOrder) => {
      kind = order.kind;
      unwatch = watchProcess(child.pid, { memoryMb, ...kinds[kind] }, (words) => {
        blame = words;
        said.add(words);
        stop();
      });
      child.send(order);
    },
    stop,
    readBlame: () => blame,
  };
};

/** Between orders a process holds 155 MiB at most after photos; Typst keeps half a GiB of a long campaign. */
const RESTING_MB = 256;

/** A program sends these to itself by a fault of its own. All others come from outside. */
const OWN_FAULTS = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

// A signal from outside means a host without memory, or one that stops: the order may be given again.
const blameCrash = ({ code, signal }: { code: number | null; signal: NodeJS.Signals | null }) => {
  const isOwn = signal === null ? code !== 0 : OWN_FAULTS.has(signal);
  return isOwn ? 'It ended by itself.' : undefined;
};

/** The heap comes beside the memory of libvips. An MP4 of four hours takes this for the index that is made of it. */
const HEAP_MB = 384;

// glibc keeps what large buffers leave, in pieces: 290 MB after ten photos of 12 megapixels. With this, and a
// collection after each (decoding-child.ts), it is 105.
const GIVES_MEMORY_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

const forkLow = (): ChildProcess => {
  try {
    const child = fork(BODY, {
      // A hostile file that takes the process over finds no secret here.
      env: GIVES_MEMORY_BACK,
      // Flags of this process, such as its inspector, are not passed on.
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // The start takes a fifth of a second of a processor; all threads get the lowest priority later
    // (decoding-child.ts).
    lowerProcess(child.pid);
    child.unref();
    child.channel?.unref();
    return child;
  } catch (cause) {
    throw new LostOrderError('The decoding process did not start: try again.', { cause });
  }
};

const KEPT_CHARS = 2_000;

/** The log gets only the end of both outputs. */
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
