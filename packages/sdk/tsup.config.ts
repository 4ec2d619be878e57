import { defineConfig } from 'tsup';
import type { Manifest } from './generator/render-publish-config.ts';
import manifest from './package.json' with { type: 'json' };

const { exports, bin }: Manifest = manifest;

export default defineConfig({
  entry: Object.values({ ...exports, ...bin }),
  format: ['esm', 'cjs'],
  target: 'node20',
  platform: 'neutral',
  dts: {
    compilerOptions: {
      // Declarations without what is marked @internal: the constructors of promises, pages and resources.
      stripInternal: true,
      // The workspace's own packages are not published: their types are copied, as their code is.
      paths: { '@field-inspection/*': ['../*/src/index.ts'] },
    },
  },
  // No source maps: the code is not minified, and they would be 60 % of what is installed.
  sourcemap: false,
  clean: true,
});
