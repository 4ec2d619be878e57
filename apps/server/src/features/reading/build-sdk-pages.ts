import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import sdk from '../../../../../packages/sdk/package.json' with { type: 'json' };

/* Makes the reference of the SDK of its code: one page of Markdown for each class, function and type. */

const out = fileURLToPath(new URL('./built/sdk', import.meta.url));
const fileOf = (path: string) =>
  fileURLToPath(new URL(`../../../../../packages/sdk/${path}`, import.meta.url));

const options = {
  plugin: ['typedoc-plugin-markdown'],
  name: sdk.name,
  entryPoints: Object.values(sdk.exports).map(fileOf),
  tsconfig: fileOf('tsconfig.json'),
  out,
  readme: 'none',
  outputFileStrategy: 'members',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: false,
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  excludeInternal: true,
  // The types are another check's.
  skipErrorChecking: true,
  logLevel: 'Error' as const,
};

const app = await Application.bootstrapWithPlugins(options);
const project = await app.convert();
if (!project) throw new Error('TypeDoc could not read packages/sdk');
// Else what the SDK no longer has would stay.
await rm(out, { recursive: true, force: true });
await app.generateOutputs(project);
