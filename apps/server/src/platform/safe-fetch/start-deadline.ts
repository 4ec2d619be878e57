import { EgressError } from './egress-error.ts';

export type Deadline = {
  signal: AbortSignal;
  phase: 'resolving the host name' | 'connecting' | 'waiting for the answer' | 'reading the body';
  abort: () => void;
  end: () => void;
};

/** A single limit for the whole exchange, since each part can be dripped for ever without ever being idle. */
export const startDeadline = (timeoutMs: number, callerSignal?: AbortSignal): Deadline => {
  const controller = new AbortController();
  const deadline: Deadline = {
    signal: controller.signal,
    phase: 'resolving the host name',
    abort: () => controller.abort(new EgressError('aborted', 'The request was given up.')),
    end: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', deadline.abort);
    },
  };
  const timer = setTimeout(() => {
    const message = `No complete answer within ${timeoutMs} ms: still ${deadline.phase}.`;
    controller.abort(new EgressError('timeout', message));
  }, timeoutMs);
  if (callerSignal?.aborted === true) deadline.abort();
  callerSignal?.addEventListener('abort', deadline.abort, { once: true });
  return deadline;
};
