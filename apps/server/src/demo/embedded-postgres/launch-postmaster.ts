import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { CLEAN_ENVIRONMENT, type ProcessUser } from './postgres-user.ts';

export type LaunchPostmasterOptions = {
  location: string;
  postgres: string;
  user: ProcessUser | null;
  onLaunch?: () => void;
  onExit: (reason: string) => void;
};
export type RunningPostmaster = { port: number; stop(): Promise<void> };

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;

type Ending = { reason: string | null };

const POLL_MS = 20;
// Recovery after a crash replays up to max_wal_size before the first connection.
const PATIENCE_MS = 300_000;

// Passing failures: another program took the free port, or children of a killed postmaster are still ending.
const PASSING_FAILURE = /could not bind|Address already in use|is still in use/;
const RETRY_DELAYS_MS = [0, 250, 1000, 4000];

export async function launchPostmaster(options: LaunchPostmasterOptions): Promise<RunningPostmaster> {
  const logFile = path.join(options.location, 'postgres.log');
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  let failure = '';
  for (const delayMs of RETRY_DELAYS_MS) {
    await sleep(delayMs);
    const outcome = await tryLaunch(options, logFile);
    if ('stop' in outcome) return outcome;
    failure = outcome.failure;
    if (!PASSING_FAILURE.test(failure)) break;
  }
  throw new Error(`PostgreSQL did not start (${logFile}): ${failure}`);
}

async function tryLaunch(
  options: LaunchPostmasterOptions,
  logFile: string,
): Promise<RunningPostmaster | { failure: string }> {
  const { location, onLaunch, onExit } = options;
  const { child, ending } = await spawnPostmaster(options, logFile);
  onLaunch?.();
  const postmaster = await waitUntilReady(location, child, ending);
  if (postmaster === null) return { failure: `${ending.reason}\n${await readFile(logFile, 'utf8')}` };

  const reportExit = () => onExit(ending.reason ?? 'it ended');
  const interrupt = () => child.kill('SIGINT');
  child.once('exit', reportExit);
  // Covers an uncaught error and process.exit(). Signals keep their meaning, and after a SIGKILL the next start stops
  // PostgreSQL.
  process.once('exit', interrupt);
  const stop = async () => {
    child.off('exit', reportExit);
    process.off('exit', interrupt);
    await stopPostmaster(postmaster);
  };
  return { port: postmaster.port, stop };
}

async function spawnPostmaster({ location, postgres, user }: LaunchPostmasterOptions, logFile: string) {
  const port = await findFreePort();
  // NOFOLLOW: the folder may belong to another user while we are root.
  const log = await open(logFile, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    const child = spawn(postgres, ['-D', path.join(location, 'data'), ...listSettings(port)], {
      ...user,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      // Ctrl-C in a terminal ends the whole foreground group: without a session of its own the database would go before
      // the server's last replies.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    // The end is watched before any wait: a process that fails at once may have ended by then.
    return { child, ending: watchEnding(child) };
  } finally {
    await log.close();
  }
}

function listSettings(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // The socket is off: its path would have to be short, and nobody needs it.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements go to the server, which reports them. In this log they would only pile up, with personal
    // data in their details.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function watchEnding(child: ChildProcess): Ending {
  const ending: Ending = { reason: null };
  child.once('error', (error) => (ending.reason = error.message));
  child.once('exit', (code, signal) => (ending.reason = `exit code ${code ?? signal}`));
  return ending;
}

async function waitUntilReady(
  location: string,
  child: ChildProcess,
  ending: Ending,
): Promise<Postmaster | null> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    if (ending.reason !== null) return null;
    const postmaster = await findPostmaster(location);
    if (postmaster?.pid === child.pid && postmaster?.isReady) return postmaster;
    await sleep(POLL_MS);
  }
  child.kill('SIGQUIT');
  ending.reason = `not ready after ${PATIENCE_MS / 1000} s`;
  return null;
}
