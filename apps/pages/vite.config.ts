import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

// Under vitest another mode would put the sources' paths and lines into the build, which grows by a tenth.
process.env.NODE_ENV = 'production';

/** Files of the first load go into one bundle: on a bad network a second request costs more than it brings. */
const FIRST_LOAD =
  /node_modules\/.*preact|packages\/(messages|ui)|apps\/field\/src\/(main|app|journey|views|inspection|loading|screens|service|texts|draw\/keep-draft)/;

/*
 * Small files cost more than their bytes: each begins its compression anew. Parts of several screens share one, so do
 * the shelf and what judges what lies on it, the screens with a pad, and the lists of what is sent.
 */
const SCREEN_PARTS =
  /apps\/field\/src\/(parts\/|queue\/(hash-bytes|count-photos)|media\/(open-camera|keep-awake))/;
const SHELF = /apps\/field\/src\/(queue\/(shelf\/|sending\/judge-failure)|receipt\/|draw\/judge-drawing)/;
const DRAW_SCREENS = /apps\/field\/src\/draw\/.*\.tsx$/;
const QUEUE_LISTS = /apps\/field\/src\/(queue\/.*\.tsx$|left\/)/;

const BRING_FILES = fileURLToPath(new URL('../field/src/loading/bring-files.ts', import.meta.url));

/** Takes the place of Vite's own helper, after which a screen whose file failed to come would never come. */
const bringFiles: Plugin = {
  name: 'bring-files',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { bringFiles as __vitePreload } from ${JSON.stringify(BRING_FILES)};`
      : undefined,
};

/** A screen is told apart from the first load, which has come already. */
const isOfScreen = (file: string): boolean => !/\/main-/.test(file);

type Output = NonNullable<NonNullable<EnvironmentOptions['build']>['rolldownOptions']>['output'];

// Lightning CSS would write out the fonts of `system-ui` and unused helpers of `light-dark()`, 0.1 kB of each first
// load. These are its flags of both features.
const AS_WRITTEN = 65_536 | 1_048_576;

const buildOf = (outDir: string, input: Record<string, string>, output: Output): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir,
    // Targets are older than the supported browsers (docs/field-application.md), so that older ones can read the page
    // that tells of it (is-supported.ts).
    target: ['chrome87', 'firefox78', 'safari14'],
    manifest: 'manifest.json',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter(isOfScreen),
    },
    rolldownOptions: { input, output },
  },
});

/*
 * Builds all that browsers load, in two parts: the field application has Preact in its first file, and the small pages
 * share a copy. The server renders each page, since it knows the brand and the language.
 */
export default defineConfig({
  resolve: {
    // The package's other builds are written for browsers of 2015, and a third larger.
    alias: [{ find: /^tus-js-client$/, replacement: 'tus-js-client/lib/browser/index.js' }],
  },
  // A host may serve the service under a path, so addresses are relative.
  base: './',
  plugins: [bringFiles],
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
            { name: 'shelf', test: SHELF },
            { name: 'draw', test: DRAW_SCREENS },
            { name: 'queue', test: QUEUE_LISTS },
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
