import type { Context } from '../../../context.ts';
import { checkTargetUrl } from '../../../platform/safe-fetch/check-target-url.ts';

/**
 * Says what is wrong with an address of a provider: as for webhooks, it is https and leads to no private network unless
 * the host admits those. In demo mode a provider may run beside the service, on loopback.
 */
export const judgeProviderUrl = (
  { config: { demo, webhookAllowPrivateNetworks } }: Pick<Context, 'config'>,
  text: string,
): string | undefined => {
  if (demo && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(text)) return undefined;
  const check = checkTargetUrl(text, { allowPrivateNetworks: webhookAllowPrivateNetworks });
  if (check.ok) return undefined;
  return check.message.replace(/^The URL/, 'is an address that');
};
