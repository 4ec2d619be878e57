import { defineConfig } from 'tsup';

// For pages alone, which load modules. Code stays readable for a person with a debugger.
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  dts: true,
  clean: true,
  minify: false,
  sourcemap: false,
});
