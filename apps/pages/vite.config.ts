import { defineConfig, type EnvironmentOptions } from 'vite';

// Another mode would put the paths and lines of the sources into a build that a test sets off, a tenth larger.
process.env.NODE_ENV = 'production';

/** Files of the first load, in one bundle: on a bad network a second request costs more than it brings. */
const FIRST_LOAD =
  /node_modules\/.*preact|packages\/(messages|ui)|apps\/field\/src\/(main|app|journey|views|inspection|screens|service|texts|draw\/keep-draft)/;

/** Parts of several screens, in one file: alone each is smaller than the cost of a file of its own. */
const SCREEN_PARTS = /apps\/field\/src\/(parts\/|queue\/(hash-bytes|count-photos)|media\/keep-awake)/;

type Output = NonNullable<NonNullable<EnvironmentOptions['build']>['rolldownOptions']>['output'];

// Lightning CSS would write out the fonts of `system-ui`, and helpers of `light-dark()`, which no sheet uses: 0.1 kB of
// each first load. These are its numbers of both.
const AS_WRITTEN = 65_536 | 1_048_576;

/** A part of the build, in a folder of its own with a manifest of its own. */
const buildOf = (outDir: string, input: Record<string, string>, output: Output): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir,
    // Targets are older than the list (docs/field-application.md): browsers in between can read the page that tells
    // them so (is-supported.ts).
    target: ['chrome87', 'firefox78', 'safari14'],
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: { input, output },
  },
});

/*
 * Builds all that browsers load, in two parts: the field application has Preact in its first file, and the small pages
 * share theirs. The server renders each page, since it knows the brand and the language.
 */
export default defineConfig({
  // Relative, since a host may serve the service under a path.
  base: './',
  css: { lightningcss: { exclude: AS_WRITTEN } },
  builder: {
    buildApp: async (builder) => {
      await Promise.all([
        builder.build(builder.environments.field!),
        builder.build(builder.environments.pages!),
      ]);
    },
  },
  environments: {
    field: buildOf(
      'dist/field',
      { main: '../field/src/main.tsx', worker: '../field/src/worker/worker.ts' },
      {
        // Browsers ask for the worker by one name, and compare its content.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'main', test: FIRST_LOAD },
            { name: 'parts', test: SCREEN_PARTS },
          ],
        },
      },
    ),
    pages: buildOf(
      'dist/pages',
      {
        sign: 'src/sign/main.tsx',
        verify: 'src/verify/main.tsx',
        invitation: 'src/invitation/main.tsx',
        'sign-in': 'src/sign-in/main.tsx',
      },
      {},
    ),
  },
});
