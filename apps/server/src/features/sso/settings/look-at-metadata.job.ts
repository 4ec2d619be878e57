import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import type { ProviderMetadata } from '../saml/read-provider-metadata.ts';
import { readMetadata } from './read-metadata.ts';

type LookContext = Pick<Context, 'database' | 'log' | 'providerFetch' | 'random' | 'transact'>;

/** A provider that does not answer takes 5 s. */
const AT_ONCE = 20;

/**
 * Looks once a day at the metadata of each provider of SAML that has an address of them, and takes its certificates: a
 * provider that changes its own shows the new one there before it signs with it. Those that an admin gave stay.
 */
export const lookAtMetadata = defineJob({
  id: 'look-at-metadata',
  payload: CrontabPayload,
  run: async (context: Context) => {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) after = await lookAtSome(context, after);
  },
});

type Looked = { organisation_id: string; id: string; issuer: string | null; metadata_url: string | null };

const lookAtSome = async (context: LookContext, after: string): Promise<string | undefined> => {
  const rows = await context.database.prisma.ssoConnection.findMany({
    where: { metadata_url: { not: null }, organisation_id: { gt: after } },
    orderBy: { organisation_id: 'asc' },
    take: AT_ONCE,
    select: { organisation_id: true, id: true, issuer: true, metadata_url: true },
  });
  await Promise.all(
    rows.map((row) =>
      look(context, row).catch((err: unknown) =>
        context.log.error({ err, organisation_id: row.organisation_id }, 'look at metadata not recorded'),
      ),
    ),
  );
  return rows.length < AT_ONCE ? undefined : rows.at(-1)!.organisation_id;
};

const look = async (context: LookContext, row: Looked): Promise<void> => {
  try {
    const metadata = await readMetadata(context, row.metadata_url!);
    if (metadata.entityId !== row.issuer)
      throw new ProviderRefusal(
        'wrong_issuer',
        'The metadata are those of another provider than the issuer.',
      );
    await context.transact((tx) => takeCertificates(context, tx, { row, metadata }));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await context.database.prisma.ssoConnection.updateMany({
      where: { organisation_id: row.organisation_id, metadata_url: row.metadata_url },
      data: { metadata_fault: error.message },
    });
  }
};

const takeCertificates = async (
  context: LookContext,
  tx: Tx,
  { row, metadata }: { row: Looked; metadata: ProviderMetadata },
): Promise<void> => {
  const where = { organisation_id: row.organisation_id };
  // An admin may have set another provider meanwhile.
  const { count } = await tx.db.ssoConnection.updateMany({
    where: { ...where, issuer: row.issuer, metadata_url: row.metadata_url },
    data: { metadata_read_at: tx.now, metadata_fault: null },
  });
  if (count === 0) return;
  const shown = metadata.certificates.map(({ fingerprint }) => fingerprint);
  const gone = await tx.db.ssoCertificate.deleteMany({
    where: { ...where, source: 'metadata', fingerprint: { notIn: shown } },
  });
  const come = await tx.db.ssoCertificate.createMany({
    data: certificatesOf(tx, row.organisation_id, metadata),
    skipDuplicates: true,
  });
  if (gone.count + come.count === 0) return;
  appendOrgEntry(context, tx, {
    organisationId: row.organisation_id,
    kind: 'sso.certificates_changed',
    payload: { policy: true, connection: row.id, certificates: shown },
  });
};

/** Rows of the certificates that metadata show. */
export const certificatesOf = (
  tx: Pick<Tx, 'now'>,
  organisationId: string,
  { certificates }: Pick<ProviderMetadata, 'certificates'>,
) =>
  certificates.map(({ fingerprint, der, notBefore, notAfter }) => ({
    organisation_id: organisationId,
    fingerprint,
    der,
    not_before: notBefore,
    not_after: notAfter,
    source: 'metadata',
    created_at: tx.now,
  }));
