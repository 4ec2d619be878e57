import { hostname } from 'node:os';
import { type FieldInspection, NotFoundError } from '@field-inspection/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import { type Listener, readListener, writeListener } from './listener.ts';

type EventTypes = NonNullable<Parameters<FieldInspection['webhookEndpoints']['create']>[0]['event_types']>;

/** The pull endpoint of this machine: the one that was made before, or a new one. */
export async function openListener(
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
