import { findUrlFault } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import { checkTargetUrl } from '../../../platform/safe-fetch/check-target-url.ts';

/**
 * Says what is wrong with an address that the service asks: as for webhooks, it is https and leads to no private network
 * unless the host admits those.
 */
export const judgeProviderUrl = (
  { config: { webhookAllowPrivateNetworks } }: Pick<Context, 'config'>,
  text: string,
): string | undefined => {
  const check = checkTargetUrl(text, { allowPrivateNetworks: webhookAllowPrivateNetworks });
  return check.ok ? undefined : check.message;
};

/** Says what is wrong with an address to which a browser goes alone: a company's own network may have it. */
export const judgePageUrl = (text: string): string | undefined => findUrlFault(text) ?? undefined;
