import {
  AuthenticationError,
  ConflictError,
  type FieldInspection,
  FieldInspectionError,
  NotFoundError,
  PermissionDeniedError,
  type PulledEvent,
} from '@field-inspection/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/terminal-text.ts';
import { forwardEvent, isTaken, type Forwarded } from './forward-event.ts';
import { type Listener, writeListener } from './listener.ts';

export interface Forwarding {
  readonly client: FieldInspection;
  readonly file: string;
  readonly to: URL;
  /** True to go on after an event that the receiver refuses. */
  readonly skipFailed: boolean;
}

/** The longest wait in seconds that the service offers. */
const WAIT_SECONDS = 20;
const LONGEST_PAUSE_MS = 30_000;

/** Forwards events one after the other, until the person ends it. */
export async function forwardEvents(
  first: Listener,
  forwarding: Forwarding,
  terminal: Terminal,
): Promise<Listener> {
  let listener = first;
  let failures = 0;
  while (!terminal.signal.aborted) {
    const outcome = await forwardNext(listener, forwarding, terminal);
    listener = outcome.listener;
    failures = outcome.ok ? 0 : failures + 1;
    if (!outcome.ok) await pause(failures, terminal);
  }
  return listener;
}

type Outcome = { readonly listener: Listener; readonly ok: boolean };

/** After a failure the page is fetched anew, so that its signatures are fresh. */
async function forwardNext(first: Listener, forwarding: Forwarding, terminal: Terminal): Promise<Outcome> {
  const events = await pull(first, forwarding, terminal);
  if (!events) return { listener: first, ok: terminal.signal.aborted };
  let listener = first;
  for (const event of events) {
    if (terminal.signal.aborted) break;
    if (listener.forwarding === event.sequence)
      terminal.print(`${name(event)}  perhaps sent before: sent again`);
    listener = { ...listener, forwarding: event.sequence };
    await writeListener(forwarding.file, listener);
    const forwarded = await forwardEvent(event, { to: forwarding.to, signal: terminal.signal });
    if (terminal.signal.aborted && !isTaken(forwarded)) break;
    const isDone = isTaken(forwarded) || forwarding.skipFailed;
    terminal.print(`${name(event)}  ${describe(forwarded, isDone)}`);
    // An answered event is no longer in doubt.
    listener = isDone
      ? { ...listener, sequence: event.sequence, forwarding: null }
      : { ...listener, forwarding: null };
    await writeListener(forwarding.file, listener);
    if (!isDone) return { listener, ok: false };
  }
  return { listener, ok: true };
}

const name = ({ sequence, headers, body }: PulledEvent): string =>
  toPrintable([sequence, headers['Svc-Event-Type'] ?? '-', ...listSession(body)].join('  '));

/** Shows the session's id, which tells two sessions' events apart. */
function listSession(body: string): string[] {
  const { type, data } = JSON.parse(body) as { type: string; data: { id?: string; session_id?: string } };
  const id = type.startsWith('session.') ? data.id : data.session_id;
  return id ? [id] : [];
}

function describe(forwarded: Forwarded, isDone: boolean): string {
  const answer = 'status' in forwarded ? `${forwarded.status}` : toPrintable(forwarded.error);
  if (isTaken(forwarded)) return answer;
  const outcome = isDone ? `${answer}: left behind` : `${answer}: tried again until it is taken`;
  return 'status' in forwarded && forwarded.said ? `${outcome}. It said: ${forwarded.said}` : outcome;
}

async function pull(listener: Listener, { client }: Forwarding, terminal: Terminal) {
  try {
    const query = { after_sequence: listener.sequence, wait: WAIT_SECONDS };
    const { data } = await client.webhookEndpoints.pull(listener.endpoint, query, {
      signal: terminal.signal,
      timeoutMs: 2 * WAIT_SECONDS * 1000,
    });
    return data;
  } catch (error) {
    if (terminal.signal.aborted) return undefined;
    if (!(error instanceof FieldInspectionError) || isFinal(error)) throw error;
    terminal.complain(toPrintable(`${error.message} Trying again.`));
    return undefined;
  }
}

// Repeating the request would meet these errors again.
const isFinal = (error: FieldInspectionError): boolean =>
  error instanceof AuthenticationError ||
  error instanceof ConflictError ||
  error instanceof PermissionDeniedError ||
  error instanceof NotFoundError;

const pause = (failures: number, { runtime, signal }: Terminal): Promise<void> =>
  runtime.sleep(Math.min(1000 * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
