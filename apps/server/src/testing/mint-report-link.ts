import type { LocaleCode } from '@field-inspection/contract';
import { SIGNATURE_LIFETIME_MS } from '@field-inspection/rules';
import type { Context } from '../context.ts';
import { reportUrlOf } from '../features/notifications/exports/message-links.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';

/** A recipient's link to a session's report as the job of the e-mail would make it, without the e-mail. */
export const mintReportLink = async (
  { config, database, ids, random, clock }: Pick<Context, 'config' | 'database' | 'ids' | 'random' | 'clock'>,
  sessionId: string,
  locale?: LocaleCode,
): Promise<{ signatureId: string; url: string }> => {
  const report = await database.prisma.report.findFirstOrThrow({
    where: { session_id: sessionId, completes_session: true, status: 'ready' },
  });
  const now = clock.now();
  const expires_at = new Date(now.getTime() + SIGNATURE_LIFETIME_MS);
  const { organisation_id } = report;
  const { id } = await database.prisma.signature.create({
    data: {
      organisation_id,
      id: ids.next(),
      session_id: sessionId,
      report_id: report.id,
      root_report_id: report.id,
      purpose: 'read',
      level: '',
      provider: '',
      locale: locale ?? report.locale,
      signer_name: 'Eva Brandt',
      signer_email: `${ids.next()}@example.com`,
      signer_phone: '',
      expires_at,
      created_at: now,
      updated_at: now,
    },
  });
  const token = random.bytes(32).toString('base64url');
  await database.prisma.signingToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id,
      signature_id: id,
      kind: 'link',
      kept_until: expires_at,
    },
  });
  return { signatureId: id, url: reportUrlOf({ config }, { token, linkDomain: null }) };
};
