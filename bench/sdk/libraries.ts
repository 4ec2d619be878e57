/**
 * One column of the comparison. `client` and `webhooks` name the files of customer/ that do the two tasks: a
 * client that lists once, and the verification of a delivery.
 */
export type Library = {
  name: string;
  /** As in package.json of this workspace. */
  packageName: string;
  /** What a program imports; without one, the same package is measured under another name. */
  entry?: string;
  client?: string;
  webhooks?: string;
};

export const OURS: Library = {
  name: 'ours',
  packageName: '@field-inspection/sdk',
  entry: '@field-inspection/sdk',
  client: 'field-inspection-client.ts',
  webhooks: 'field-inspection-webhooks.ts',
};

export const RIVALS: readonly Library[] = [
  {
    name: 'stripe',
    packageName: 'stripe',
    entry: 'stripe',
    client: 'stripe-client.ts',
    webhooks: 'stripe-webhooks.ts',
  },
  {
    name: 'openai',
    packageName: 'openai',
    entry: 'openai',
    client: 'openai-client.ts',
    webhooks: 'openai-webhooks.ts',
  },
  {
    name: 'svix',
    packageName: 'svix',
    entry: 'svix',
    client: 'svix-client.ts',
    webhooks: 'svix-webhooks.ts',
  },
  {
    name: 'polar',
    packageName: '@polar-sh/sdk',
    entry: '@polar-sh/sdk/2026-10',
    client: 'polar-client.ts',
    webhooks: 'polar-webhooks.ts',
  },
  {
    name: 'polar, functions',
    packageName: '@polar-sh/sdk',
    client: 'polar-functions-client.ts',
    webhooks: 'polar-webhooks.ts',
  },
  {
    name: 'standardwebhooks',
    packageName: 'standardwebhooks',
    entry: 'standardwebhooks',
    webhooks: 'standardwebhooks-webhooks.ts',
  },
  {
    name: 'openapi-fetch',
    packageName: 'openapi-fetch',
    entry: 'openapi-fetch',
    client: 'openapi-fetch-client.ts',
  },
];

export const LIBRARIES: readonly Library[] = [OURS, ...RIVALS];

/** A client with all its operations and a verifier, as ours is; the others do a part, and are measured for it. */
export const isComplete = ({ entry, client, webhooks }: Library): boolean =>
  [entry, client, webhooks].every((part) => part !== undefined);
