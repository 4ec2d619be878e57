// node script/restart-server.ts [api | worker | all]: restarts the server at every change of a source. The next process
// has loaded the packages beforehand, which is over half of a start. A new build of the pages needs no restart: the
// server is told of it.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);

/** An editor writes a file in several steps, and a generator many files. */
const SETTLED_MS = 30;
/** The server that was just started needs the processor first. */
const SPARE_AFTER_MS = 250;

const roleArguments = process.argv.slice(2);

const forkSpare = (): ChildProcess => fork(join(ROOT, 'apps/server/src/start-warm.ts'), roleArguments);

let spare: ChildProcess | undefined = forkSpare();
let server: ChildProcess | undefined;
let isRestarting = false;
let hasChanged = false;

const restart = async (): Promise<void> => {
  hasChanged = true;
  if (isRestarting) return;
  isRestarting = true;
  while (hasChanged) {
    hasChanged = false;
    const next = spare ?? forkSpare();
    spare = undefined;
    // The next server loads while this one ends in good order.
    next.send('load');
    await end(server);
    server = next;
    server.send('start');
  }
  isRestarting = false;
  setTimeout(() => (spare ??= forkSpare()), SPARE_AFTER_MS).unref();
};

/** The waiting process has loaded the packages as they were before. */
const replaceSpare = (): void => {
  spare?.kill('SIGKILL');
  spare = undefined;
  void restart();
};

const end = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

const onChange = (folder: string, isMeant: (name: string) => boolean, act: () => void): void => {
  let settling: NodeJS.Timeout | undefined;
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name === null || !isMeant(name)) return;
    clearTimeout(settling);
    settling = setTimeout(act, SETTLED_MS);
  });
};

const isSource = (name: string): boolean => /\.(ts|json|sql|md)$/.test(name) && !name.endsWith('.test.ts');

onChange('apps/server/src', isSource, () => void restart());
for (const folder of PACKAGES) onChange(`${folder}/src`, isSource, replaceSpare);
// The document is generated after a change of the contract.
onChange('packages/openapi', (name) => name === 'openapi.json', replaceSpare);
// A build writes the manifest last.
for (const folder of ['apps/pages/dist', 'apps/console/dist']) {
  onChange(
    folder,
    (name) => name.endsWith('manifest.json'),
    () => server?.connected && server.send('pages'),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    spare?.kill('SIGKILL');
    await end(server);
    process.exit(0);
  });
}

void restart();
