import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import type { Manifest } from './generator/render-publish-config.ts';
import manifest from './package.json' with { type: 'json' };

const { exports, bin }: Manifest = manifest;
const { './evidence': evidence, ...light } = exports;

// Once, before any of the builds: they run at the same time.
rmSync('dist', { recursive: true, force: true });

const dts = {
  compilerOptions: {
    // Declarations without what is marked @internal: the constructors of promises, pages and resources.
    stripInternal: true,
    // The workspace's own packages are not published: their types are copied, as their code is.
    paths: { '@field-inspection/*': ['../*/src/index.ts'] },
  },
};

const common: Options = {
  target: 'node20',
  platform: 'neutral',
  dts,
  // What is installed has a budget of 1 MB, which readable code would exceed.
  minify: true,
  sourcemap: false,
};

// The verifier is large: built apart, so that no other entry shares a part of it.
export default defineConfig([
  { ...common, entry: Object.values(light), format: ['esm', 'cjs'] },
  { ...common, entry: [evidence!], format: 'cjs' },
  {
    ...common,
    entry: [evidence!, ...Object.values(bin ?? {})],
    format: 'esm',
    external: [/^node:/],
    removeNodeProtocol: false,
    dts: { ...dts, entry: evidence! },
  },
]);
