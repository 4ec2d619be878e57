import type { Context } from '../../../context.ts';

type LinkedReport = { organisation_id: string; id: string };

/** Enough to open the link in another window or to hand it to a download, too few to be worth stealing. */
export const LINK_LIFETIME_MS = 15 * 60_000;

export const linkReport = (
  { config, keyring, clock }: Pick<Context, 'config' | 'keyring' | 'clock'>,
  report: LinkedReport,
): string => {
  const expires = Math.floor((clock.now().getTime() + LINK_LIFETIME_MS) / 1000);
  const signature = keyring.sign(PURPOSE, describeLink(report, expires)).toString('base64url');
  return `${config.apiBaseUrl}/reports/${report.id}.pdf?expires=${expires}&signature=${signature}`;
};

export const judgeLink = (
  { keyring, clock }: Pick<Context, 'keyring' | 'clock'>,
  report: LinkedReport,
  { expires, signature }: { expires: number; signature: string },
): 'valid' | 'expired' | 'forged' => {
  const mac = Buffer.from(signature, 'base64url');
  // base64url spells the same bytes in several ways; a link of ours has the one that we write.
  if (mac.toString('base64url') !== signature) return 'forged';
  if (!keyring.verify(PURPOSE, describeLink(report, expires), mac)) return 'forged';
  return expires * 1000 > clock.now().getTime() ? 'valid' : 'expired';
};

const PURPOSE = 'report-link';

const describeLink = ({ organisation_id, id }: LinkedReport, expires: number): string =>
  `${organisation_id}\n${id}\n${expires}`;
