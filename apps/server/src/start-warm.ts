// main.ts for script/restart-server.ts: loads the packages at once, the own files with `load`, and starts with `start`.
// `pages`: a new build of the pages.
import manifest from '../package.json' with { type: 'json' };

/** These packages are loaded only when a page needs them. */
const LATER = ['typedoc', 'typedoc-plugin-markdown'];

const warming = loadPackages();

process.on('message', (message) => {
  if (message === 'load') void warming.then(() => import('./start-server.ts')).catch(() => {});
  if (message === 'start') void warming.then(start);
  if (message === 'pages') void forgetPages();
});

async function loadPackages(): Promise<void> {
  for (const name of Object.keys(manifest.dependencies)) {
    if (LATER.includes(name)) continue;
    // Some packages are files without a program; an import that fails here fails again where it is needed.
    await import(name).catch(() => {});
  }
}

async function start(): Promise<void> {
  // Unreferenced, so that the server can end by itself while it listens to its parent.
  process.channel?.unref();
  await import('./main.ts');
}

async function forgetPages(): Promise<void> {
  const { forgetBuilds } = await import('./http/pages/read-build.ts');
  forgetBuilds();
}
