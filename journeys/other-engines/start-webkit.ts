import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
export const BROWSER = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
export const WEBKIT_PROGRAMS = [DRIVER, SCREEN, BROWSER];

/** Without this style GTK makes no window as narrow as a phone. */
const STYLE = '* { font-size: 1px; min-width: 0; padding: 0 }';

/** The driver has a screen and a home of its own. */
export const startWebKit = async () => {
  const home = await mkdtemp(join(tmpdir(), 'fis-webkit-'));
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(home, '.config/gtk-3.0/gtk.css'), STYLE);
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await findFreePort();
  const driver = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    // Ends the driver's browser together with the driver.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${String(display).trim()}`,
      LANG: 'C.UTF-8',
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitForDriver(baseUrl);
  return {
    ask: (method: string, path: string, body?: object) => ask(baseUrl + path, method, body),
    stop: async () => {
      await kill(driver, -driver.pid!);
      await kill(screen, screen.pid!);
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const ask = async (url: string, method: string, body?: object): Promise<unknown> => {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
};

const waitForDriver = async (baseUrl: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if (await ask(`${baseUrl}/status`, 'GET').catch(() => undefined)) return;
    await sleep(100);
  }
  throw new Error('WebKitWebDriver does not answer');
};

const kill = async (child: ChildProcess, id: number): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(id, 'SIGKILL');
  await once(child, 'exit');
};
