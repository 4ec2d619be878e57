import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Account } from '../account/account.ts';
import { findConfigFolder } from '../account/config-folder.ts';
import { readJson } from '../account/read-json.ts';
import { writePrivate } from '../account/write-private.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The pull endpoint of this machine, and how far its events have been forwarded. */
export interface Listener {
  readonly endpoint: string;
  readonly secret: string;
  readonly sequence: number;
  /** The event under way at the time of writing: after a kill nobody knows whether it arrived. */
  readonly forwarding: number | null;
}

export function findListenerFile({ baseUrl, apiKey }: Account, terminal: Terminal): string {
  const name = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 16);
  return join(findConfigFolder(terminal), `listener-${name}.json`);
}

export async function readListener(file: string): Promise<Listener | undefined> {
  const { endpoint, secret, sequence = 0, forwarding = null } = (await readJson<Listener>(file)) ?? {};
  return endpoint && secret ? { endpoint, secret, sequence, forwarding } : undefined;
}

export const writeListener = (file: string, listener: Listener): Promise<void> =>
  writePrivate(file, listener);
