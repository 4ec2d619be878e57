import { readFile, writeFile } from 'node:fs/promises';
import { type Manifest, renderPublishConfig } from './render-publish-config.ts';

const file = new URL('../package.json', import.meta.url);
const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
const written = { ...manifest, publishConfig: renderPublishConfig(manifest) };
await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
