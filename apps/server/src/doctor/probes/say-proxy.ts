import { destinationOf } from '../../platform/egress-proxy/choose-proxy.ts';
import { findProxy } from '../../platform/egress-proxy/lead-out.ts';
import type { Examined, Finding } from './finding.ts';

/** Says through which proxies a part was asked, without their passwords. Empty where the way is straight. */
export const sayProxy = (examined: Examined, { part, state }: Finding): string => {
  if (state === 'off') return '';
  const proxies = listAsked(examined, part).map((url) => findProxy(destinationOf(new URL(url)))?.host);
  const found = [...new Set(proxies)].filter((host) => host !== undefined);
  return found.length === 0 ? '' : ` Asked through the proxy ${found.join(' and ')}.`;
};

const listAsked = ({ config, secrets }: Examined, part: string): string[] => {
  const asked: Record<string, (string | undefined)[]> = {
    authorities: secrets.tsaAddresses.map(({ url }) => url),
    billing: [config.stripeApiUrl],
    mail: [secrets.smtpUrl],
    objects: [secrets.s3?.endpoint],
    sms: [secrets.smsUrl],
  };
  return (asked[part] ?? []).filter((url) => url !== undefined);
};
