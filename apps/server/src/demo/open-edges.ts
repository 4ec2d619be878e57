import { join } from 'node:path';
import type { Context, Overrides, Settings } from '../context.ts';
import { openDemoSeal, openDemoSigner } from './authority/open-demo-seal.ts';
import { openDemoTimestampAuthority } from './authority/open-demo-timestamp-authority.ts';
import { createDemoTxt } from './create-demo-txt.ts';
import { createOutboxMailer, createOutboxSms } from './outbox/create-outbox.ts';

/**
 * Opens the edges that no setting names: messages become files of the outbox, and the server is its own timestamp
 * authority, has a seal and a signer of its own, and finds records of the DNS in a file. The outbox holds codes in clear:
 * never outside demo mode.
 */
export const openEdges = async (
  { config: { dataDir, sealP12 }, secrets: { smtpUrl, smsUrl, tsaAddresses } }: Settings,
  { clock, random }: Pick<Context, 'clock' | 'random'>,
): Promise<Overrides> => {
  const outboxDir = join(dataDir, 'outbox');
  return {
    ...(smtpUrl ? {} : { mailer: createOutboxMailer({ outboxDir, clock }) }),
    ...(smsUrl ? {} : { sms: createOutboxSms({ outboxDir, clock }) }),
    ...(sealP12 ? {} : { seal: await openDemoSeal({ dir: dataDir }) }),
    demoSigner: await openDemoSigner({ dir: dataDir }),
    resolveTxt: createDemoTxt({ file: join(dataDir, 'dns.txt') }),
    ...(tsaAddresses.length > 0
      ? {}
      : { timestampAuthorities: [await openDemoTimestampAuthority({ dir: dataDir, clock, random })] }),
  };
};
