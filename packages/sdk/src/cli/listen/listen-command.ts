import { ACCOUNT_OPTIONS, openClient, readAccount } from '../account/account.ts';
import { type Command, type Given, Hindrance, Misuse, readText } from '../command.ts';
import { forwardEvents } from './forward-events.ts';
import { type Listener, findListenerFile, readListener, writeListener } from './listener.ts';
import { open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../account/make-folder.ts';
import { hostname } from 'node:os';
import { type FieldInspection, NotFoundError } from '@field-inspection/sdk';
import type { Terminal } from '../terminal/terminal.ts';

export const listenCommand: Command = {
  summary: 'forward events to an address of this machine',
  usage: `Usage: field-inspection listen --forward-to <url> [options]

Brings an organisation's events to an address that the service can't reach: no tunnel, no
certificate. They are signed, and come in their order; each is sent again until the receiver
answers 2xx. After a kill or a cut it goes on where it was. An event that may have been sent
before is sent again, and a line says so.

It makes an endpoint of kind pull, once, and keeps its secret in your configuration folder.
Scopes: webhooks:read and webhooks:write.

Options
  --forward-to <url>  such as http://localhost:4000/hooks
  --events <types>    only these, separated by commas; all unless given
  --skip-failed       leaves an event behind that the receiver refuses
  --print-secret      prints the signing secret and ends; another listen may run
  --base-url <url>    another service than the one of login`,
  options: {
    ...ACCOUNT_OPTIONS,
    'forward-to': { type: 'string' },
    events: { type: 'string' },
    'skip-failed': { type: 'boolean' },
    'print-secret': { type: 'boolean' },
  },
  run: async (given, terminal) => {
    const to = given.values['print-secret'] ? undefined : readAddress(given);
    const account = await readAccount(given, terminal);
    const file = findListenerFile(account, terminal);
    const client = openClient(account, terminal);
    // A running listen has the lock, and shows the kept secret.
    const isKept = !to && (await readListener(file)) !== undefined;
    const release = isKept ? undefined : await holdLock(file);
    try {
      const listener = await openListener(client, { file, eventTypes: readEventTypes(given) }, terminal);
      if (!to) {
        terminal.print(listener.secret);
        return 0;
      }
      terminal.print(`Events of ${account.baseUrl} go to ${to.href}. Ctrl-C ends it.`);
      terminal.print(`The signing secret is ${listener.secret}`);
      const skipFailed = given.values['skip-failed'] === true;
      const { sequence } = await forwardEvents(listener, { client, file, to, skipFailed }, terminal);
      terminal.print(`Stopped after event ${sequence}. The next listen goes on from there.`);
      return 0;
    } finally {
      await release?.();
    }
  },
};

function readAddress(given: Given): URL {
  const text = readText(given, 'forward-to');
  if (!text) throw new Misuse('Say where to: --forward-to http://localhost:4000/hooks');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Misuse('--forward-to needs an address that begins with http:// or https://.');
}

const readEventTypes = (given: Given) =>
  readText(given, 'events')
    ?.split(',')
    .map((type) => type.trim()) as Parameters<typeof openListener>[1]['eventTypes'];

/**
 * Locks a file until the returned function is called: two processes would send each event twice.
 *
 * @throws {Hindrance} when another process holds it
 */
async function holdLock(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  await makeFolder(dirname(lock));
  for (;;) {
    const handle = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return undefined;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(lock, { force: true });
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && isAlive(holder)) {
      throw new Hindrance(`Another listen forwards these events already: process ${holder}.`);
    }
    // The lock's holder was killed.
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, and is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

type EventTypes = NonNullable<Parameters<FieldInspection['webhookEndpoints']['create']>[0]['event_types']>;

/** Uses this machine's earlier pull endpoint, or makes a new one. */
async function openListener(
  client: FieldInspection,
  { file, eventTypes }: { file: string; eventTypes: EventTypes | undefined },
  terminal: Terminal,
): Promise<Listener> {
  const kept = await readListener(file);
  if (kept && (await resume(client, { kept, eventTypes }, terminal))) return kept;
  const { id, signing_secret } = await client.webhookEndpoints.create({
    kind: 'pull',
    description: `field-inspection listen on ${hostname()}`,
    event_types: eventTypes ?? [],
  });
  const listener = { endpoint: id, secret: signing_secret, sequence: 0, forwarding: null };
  await writeListener(file, listener);
  return listener;
}

/** @returns whether the endpoint is still there */
async function resume(
  client: FieldInspection,
  { kept, eventTypes }: { kept: Listener; eventTypes: EventTypes | undefined },
  terminal: Terminal,
): Promise<boolean> {
  try {
    const endpoint = await client.webhookEndpoints.get(kept.endpoint);
    const isPaused = !endpoint.active;
    if (isPaused)
      terminal.complain(
        `The endpoint was paused (${endpoint.paused_reason ?? 'no reason given'}): active again.`,
      );
    if (isPaused || eventTypes) {
      await client.webhookEndpoints.update(kept.endpoint, {
        ...(isPaused && { active: true }),
        ...(eventTypes && { event_types: eventTypes }),
      });
    }
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    terminal.complain('The endpoint of the last listen was deleted: a new one is made, with a new secret.');
    return false;
  }
}
