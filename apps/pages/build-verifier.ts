import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/* Makes one file without imports of the verifier and packages/evidence. `gen` runs it. */

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await build({
  entryPoints: [fileOf('./src/verify/verifier/verifier-thread.ts')],
  outfile: fileOf('./dist/verifier.js'),
  bundle: true,
  minify: true,
  // A classic script: module workers came later to browsers, and this one's policy needs no source of scripts.
  format: 'iife',
  platform: 'browser',
  // Browsers of 2022 and later.
  target: ['chrome105', 'firefox105', 'safari16'],
});
