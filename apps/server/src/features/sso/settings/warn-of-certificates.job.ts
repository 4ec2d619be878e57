import { isEndToTell } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { tellAdmins } from '../tell-admins.ts';

type WarnContext = Pick<Context, 'clock' | 'database' | 'ids' | 'keyring' | 'log' | 'random' | 'transact'>;

const AT_ONCE = 100;
const MONTH_MS = 31 * 86_400_000;

/**
 * Looks once a day which active connections of SAML have no certificate that goes on for longer than a month, and tells
 * their admins, 30 and 7 days before its end, each once.
 */
export const warnOfCertificates = defineJob({
  id: 'warn-of-certificates',
  payload: CrontabPayload,
  run: async (context: Context) => {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) after = await warnSome(context, after);
  },
});

type LastCertificate = {
  organisation_id: string;
  connection_id: string;
  fingerprint: string;
  not_after: Date;
  warned_at: Date | null;
};

const warnSome = async (context: WarnContext, after: string): Promise<string | undefined> => {
  const now = context.clock.now();
  const rows = await context.database.prisma.$queryRaw<LastCertificate[]>`
    select l.organisation_id, c.id as connection_id, l.fingerprint, l.not_after, l.warned_at
    from sso_certificates l
    join sso_connections c on c.organisation_id = l.organisation_id
    where l.not_after > ${now} and l.not_after <= ${new Date(now.getTime() + MONTH_MS)}
      and l.organisation_id > ${after}::uuid and c.protocol = 'saml' and c.status = 'active'
      and not exists (
        select from sso_certificates o
        where o.organisation_id = l.organisation_id and (o.not_after, o.fingerprint) > (l.not_after, l.fingerprint)
      )
    order by l.organisation_id
    limit ${AT_ONCE}
  `;
  for (const row of rows) {
    if (!isEndToTell({ notAfter: row.not_after, warnedAt: row.warned_at, now })) continue;
    await context
      .transact((tx) => warn(context, tx, row))
      // A failure does not hold up the others; the next day tries again.
      .catch((err: unknown) =>
        context.log.error({ err, organisation_id: row.organisation_id }, 'the end of a certificate not told'),
      );
  }
  return rows.length < AT_ONCE ? undefined : rows.at(-1)!.organisation_id;
};

const warn = async (context: WarnContext, tx: Tx, row: LastCertificate): Promise<void> => {
  const { organisation_id, connection_id, fingerprint, not_after, warned_at } = row;
  // A second run finds another time here, and tells nobody again.
  const { count } = await tx.db.ssoCertificate.updateMany({
    where: { organisation_id, fingerprint, warned_at },
    data: { warned_at: tx.now },
  });
  if (count === 0) return;
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'sso.certificate_ending',
    payload: { policy: true, connection: connection_id, fingerprint, ends: not_after.toISOString() },
  });
  await tellAdmins(context, tx, {
    organisationId: organisation_id,
    kind: 'certificate_ending',
    fact: `${fingerprint}:${warned_at === null ? 'first' : 'last'}`,
    until: not_after,
  });
};
