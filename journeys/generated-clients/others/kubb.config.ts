import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: process.env['DOCUMENT'] ?? '' },
  output: { path: 'kubb', extension: { '.ts': '.js' }, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: 'types' } }),
    // Kubb's own client sends a photo as {} and takes a refusal for a reply: docs/openapi.md.
    pluginClient({ output: { path: 'clients' }, importPath: '../../kubb-fetch.js' }),
  ],
});
