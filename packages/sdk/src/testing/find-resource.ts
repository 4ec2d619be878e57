import type { Resources } from '../resources/resources.ts';

type Method = (...values: unknown[]) => Promise<unknown>;

export const findResource = (client: Resources, name: string) =>
  ({ ...client.v1, ...client })[name as 'sessions'] as unknown as Record<string, Method>;
