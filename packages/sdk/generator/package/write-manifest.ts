import { readFile, writeFile } from 'node:fs/promises';
import { renderManifest } from './render-manifest.ts';
import { type Manifest, renderPublishConfig } from './render-publish-config.ts';

const read = async <T>(file: URL) => JSON.parse(await readFile(file, 'utf8')) as T;

const file = new URL('../../package.json', import.meta.url);
const manifest = await read<Manifest>(file);
const root = await read<object>(new URL('../../../../package.json', import.meta.url));
const written = renderManifest({ ...manifest, publishConfig: renderPublishConfig(manifest) }, root);
await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
