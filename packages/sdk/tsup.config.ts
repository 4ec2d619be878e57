import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/webhooks.ts', 'src/testing.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  platform: 'neutral',
  // Declarations without what is marked @internal: the constructors of promises, pages and resources.
  dts: { compilerOptions: { stripInternal: true } },
  sourcemap: true,
  clean: true,
});
