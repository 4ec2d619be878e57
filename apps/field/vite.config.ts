import { defineConfig } from 'vite';

// Else a build that a test sets off has the paths and lines of its sources in it, and is larger by a tenth.
process.env.NODE_ENV = 'production';

/** What the first load needs, in one file: on a bad network a second request costs more than what it brings. */
const FIRST_LOAD =
  /node_modules\/.*preact|packages\/messages|apps\/field\/src\/(main|app|journey|views|rooms|inspection|screens|service|texts|draw\/(keep-draft|is-unsent))/;

// No page of its own: the server renders it, since it knows the brand and the language (features/join-page).
export default defineConfig({
  // Relative, since a host may serve the service under a path.
  base: './',
  build: {
    // Older than the list (docs/field-application.md): those between can read what tells them so (is-supported.ts).
    target: ['chrome87', 'firefox78', 'safari14'],
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: { main: 'src/main.tsx', worker: 'src/worker/worker.ts' },
      output: {
        // Browsers ask for the worker by one name, and compare what they get.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: 'main', test: FIRST_LOAD }] },
      },
    },
  },
});
