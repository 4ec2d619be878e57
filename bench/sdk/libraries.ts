/**
 * A column of the comparison. `client` and `webhooks` name the files of customer/ that do the two tasks: a
 * client that lists once, and the verification of a delivery.
 */
export type Library = {
  name: string;
  /** As in package.json of this folder. */
  packageName: string;
  /** A program imports it; without one, the same package is measured under another name. */
  entry?: string;
  client?: string;
  webhooks?: string;
};

const ofBoth = (name: string) => ({ client: `${name}-client.ts`, webhooks: `${name}-webhooks.ts` });

export const OURS: Library = {
  name: 'ours',
  packageName: '@field-inspection/sdk',
  entry: '@field-inspection/sdk',
  ...ofBoth('field-inspection'),
};

const POLAR = '@polar-sh/sdk';

export const RIVALS: readonly Library[] = [
  ...['stripe', 'openai', 'svix'].map((name) => ({ name, packageName: name, entry: name, ...ofBoth(name) })),
  { name: 'polar', packageName: POLAR, entry: `${POLAR}/2026-10`, ...ofBoth('polar') },
  { name: 'polar, functions', packageName: POLAR, ...ofBoth('polar'), client: 'polar-functions-client.ts' },
  ...[
    { name: 'standardwebhooks', webhooks: 'standardwebhooks-webhooks.ts' },
    { name: 'openapi-fetch', client: 'openapi-fetch-client.ts' },
  ].map((part) => ({ packageName: part.name, entry: part.name, ...part })),
];

export const LIBRARIES: readonly Library[] = [OURS, ...RIVALS];

/** A client with all its operations and a verifier, as ours is; the others do a part, and are measured for it. */
export const isComplete = ({ entry, client, webhooks }: Library): boolean =>
  [entry, client, webhooks].every((part) => part !== undefined);
