import type { Context } from '../../context.ts';
import { findWebhookEndpoint, type EndpointKey } from './find-webhook-endpoint.ts';
import { probeReceiver } from './probe-receiver.ts';

/** Probes the URL of a change, if it is another one. An unknown endpoint is told first, so that nobody is pinged for it. */
export const probeChangedUrl = async (
  context: Pick<Context, 'clock' | 'config' | 'database' | 'ids' | 'safeFetch'>,
  { url, ...key }: EndpointKey & { url: string | undefined },
): Promise<void> => {
  if (url === undefined) return;
  const endpoint = await findWebhookEndpoint(context.database.prisma, key);
  if (endpoint.url !== url) await probeReceiver(context, { ...key, url });
};
