import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/* Makes the browser's verifier of its sources and packages/evidence: one file that imports nothing. `gen` runs it. */

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await build({
  entryPoints: [fileOf('./src/verify/verifier/verifier-thread.ts')],
  outfile: fileOf('./dist/verifier.js'),
  bundle: true,
  minify: true,
  // A classic script: workers that are modules came later to browsers, and its policy needs no source of scripts.
  format: 'iife',
  platform: 'browser',
  // Browsers of 2022 and later.
  target: ['chrome105', 'firefox105', 'safari16'],
});
