// main.ts for script/restart-server.ts: loads the packages of the server at once, and the server when it is told to.
import { once } from 'node:events';
import manifest from '../package.json' with { type: 'json' };

/** The service does not load them before a page needs what they make. */
const LATER = ['typedoc', 'typedoc-plugin-markdown'];

const told = once(process, 'message');
for (const name of Object.keys(manifest.dependencies)) {
  if (name.startsWith('@field-inspection/') || LATER.includes(name)) continue;
  // Some are files without a program; what fails here fails where it is needed.
  await import(name).catch(() => {});
}
await told;
process.disconnect();
await import('./main.ts');
