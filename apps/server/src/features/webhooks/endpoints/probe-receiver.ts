import type { IssueCode } from '@field-inspection/contract';
import { refuseUrlOfPull } from '@field-inspection/rules';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { checkTargetUrl } from '../../../platform/safe-fetch/check-target-url.ts';
import type { SafeFetchOutcome } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { buildWebhookRequest } from '../dispatch/build-webhook-request.ts';
import type { EndpointKey } from '../dispatch/lock-endpoint.ts';
import { findWebhookEndpoint } from './read-webhook-endpoints.ts';

/**
 * Sends a ping to a URL before it is stored. It is unsigned and without a sequence
 * number of its own: it comes before the receiver knows the secret, so it carries no data either.
 *
 * @throws {Refusal} validation_error that says what happened, unless the answer is 2xx in time
 */
export const probeReceiver = async (
  context: Pick<Context, 'clock' | 'config' | 'ids' | 'safeFetch'>,
  { url, ...endpoint }: EndpointKey & { url: string },
): Promise<void> => {
  const check = checkTargetUrl(url, { allowPrivateNetworks: context.config.webhookAllowPrivateNetworks });
  if (!check.ok) throw unusableUrl(check.reason, check.message);
  const ping = {
    ...endpoint,
    id: context.ids.next(),
    type: 'ping',
    createdAt: context.clock.now(),
    sequence: 0,
    dataText: '{}',
    isTest: false,
  };
  const outcome = await context.safeFetch(buildWebhookRequest(url, ping));
  if (!outcome.ok) throw unusableUrl(outcome.errorClass, `The ping had no answer. ${outcome.message}`);
  if (outcome.status < 200 || outcome.status > 299) throw unusableUrl('bad_status', explainStatus(outcome));
};

/** An unknown endpoint, and one that takes no URL, is refused before, so that nobody is pinged for it. */
export const probeChangedUrl = async (
  context: Pick<Context, 'clock' | 'config' | 'database' | 'ids' | 'safeFetch'>,
  { url, ...key }: EndpointKey & { url: string | undefined },
): Promise<void> => {
  if (url === undefined) return;
  const endpoint = await findWebhookEndpoint(context.database.prisma, key);
  refuseUrlOfPull(endpoint, url);
  if (endpoint.url !== url) await probeReceiver(context, { ...key, url });
};

const explainStatus = ({ status }: SafeFetchOutcome & { ok: true }): string =>
  status >= 300 && status <= 399
    ? `The URL answered the ping with ${status}. Redirects are not followed: give the URL that answers 2xx itself.`
    : `The URL answered the ping with ${status}. It must answer 2xx.`;

const unusableUrl = (code: IssueCode, message: string) =>
  new Refusal('validation_error', `body.url: ${message}`, { errors: [{ path: 'body.url', code, message }] });
