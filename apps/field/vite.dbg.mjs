import base from './vite.config.ts';
const b = base.build;
export default { ...base, build: { ...b, outDir: '/tmp/dbgdist', rollupOptions: { ...b.rollupOptions, output: { ...b.rollupOptions.output, advancedChunks: { groups: [{ name: 'frame', test: /node_modules\/.*preact|packages\/messages|apps\/field\/src\/(main|app|journey|views|rooms|inspection|screens|parts|service|texts)/ }] } } } } };
