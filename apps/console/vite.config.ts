import { defineConfig } from 'vite';

// Under vitest another mode would put the sources' paths and lines into the build, which grows by a tenth.
process.env.NODE_ENV = 'production';

/** The server renders the page, since it knows the language. A host may serve it under a path, so addresses are relative. */
export default defineConfig({
  base: './',
  build: {
    // The oldest browsers that the project supports (docs/field-application.md).
    target: ['chrome105', 'firefox112', 'safari16'],
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: 'src/main.tsx' },
      // Several screens have dialogs, and a browser keeps this file while ours change.
      output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/.*react/ }] } },
      onwarn: (warning, warn) => {
        // Libraries mark for servers what runs in browsers.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
