import { defineConfig } from 'vite';

// No page of its own: the server renders it, since it knows the brand and the language (features/join-page).
export default defineConfig({
  // Relative, since a host may serve the service under a path.
  base: './',
  build: {
    target: ['chrome105', 'firefox105', 'safari16'],
    manifest: 'manifest.json',
    modulePreload: false,
    rollupOptions: { input: 'src/main.tsx' },
  },
});
