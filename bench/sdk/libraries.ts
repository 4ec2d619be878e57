/**
 * A column of the comparison. `client` and `webhooks` name the files of customer/ for the two tasks: a client that
 * lists once, and the verification of a delivery.
 */
export type Library = {
  name: string;
  packageName: string;
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

/**
 * A complete library has a client with all operations and a verifier, as ours has; the others are measured for their
 * part.
 */
export const isComplete = ({ entry, client, webhooks }: Library): boolean =>
  [entry, client, webhooks].every((part) => part !== undefined);
