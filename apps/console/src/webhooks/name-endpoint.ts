import type { WebhookEndpoint } from '@field-inspection/sdk';

/** An endpoint that is fetched from has no address, and a deleted one is known by its id alone. */
export const nameEndpoint = (
  endpoints: readonly Pick<WebhookEndpoint, 'id' | 'url' | 'description'>[],
  id: string,
): string => {
  const endpoint = endpoints.find((each) => each.id === id);
  return endpoint?.url || endpoint?.description || id.slice(-12);
};
