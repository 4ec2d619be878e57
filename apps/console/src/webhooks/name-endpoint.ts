import type { WebhookEndpoint } from '@field-inspection/sdk';

/** One that is fetched from has no address; one that was deleted is known by its id alone. */
export const nameEndpoint = (
  endpoints: readonly Pick<WebhookEndpoint, 'id' | 'url' | 'description'>[],
  id: string,
): string => {
  const endpoint = endpoints.find((each) => each.id === id);
  return endpoint?.url || endpoint?.description || id.slice(-12);
};
