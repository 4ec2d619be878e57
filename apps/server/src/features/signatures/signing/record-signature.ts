import type { LocaleCode } from '@field-inspection/contract';
import { factOfSigning } from '@field-inspection/rules';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { formatSigningStatement } from '../../notifications/exports/list-field-texts.ts';
import { releaseReport } from '../../reports/exports/lease-report.ts';
import { lockSessionRow } from '../../sessions/exports/lock-session.ts';
import { viewSession } from '../../sessions/exports/session-view.ts';
import { ProviderError, type SigningCredential } from '../providers/protocol/signature-provider.ts';
import { NOTHING_PENDING, requireOpen } from '../state/signature-state.ts';
import { lockSignature } from '../state/lock-signature.ts';
import { type SignatureRow, viewSignature } from '../state/signature-view.ts';

type Signed = {
  row: SignatureRow;
  report: ReportRow;
  locale: LocaleCode;
  credential: SigningCredential;
  revision: { reportId: string; sha256: string; byte_size: number };
};

/** Only while the report is leased to this signature; and once, since the lease goes with it. */
export const recordSignature = (
  context: Pick<Context, 'ids' | 'random' | 'transact'>,
  signed: Signed,
): Promise<void> =>
  context.transact(async (tx) => {
    const { row } = signed;
    const organisationId = row.organisation_id;
    // The session is locked first: a redaction takes its lock, and then cancels waiting signatures.
    const session = await lockSessionRow(tx, { organisationId, sessionId: row.session_id });
    // The signature is locked before the report, as when a signature ends: otherwise two would wait for each other, and
    // both fail.
    const found = await lockSignature(tx, { organisationId, signatureId: row.id });
    requireOpen(found, tx.now);
    const root = { organisationId, reportId: row.root_report_id };
    if (!(await releaseReport(tx.db, root, { signatureId: row.id, now: tx.now }))) {
      throw new ProviderError('expired', 'The time to sign is over.');
    }
    await addRevision(tx, signed);
    const applied = await markSigned(tx, signed);
    recordAddendum(context, tx, signed);
    const { organisation_id, session_id } = row;
    cancelMessages(tx, {
      organisationId: organisation_id,
      sessionId: session_id,
      signatureId: row.id,
    });
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'session.signed',
      data: { ...viewSession(session!), signature: viewSignature(applied, tx.now) },
      sessionId: session_id,
    });
  });

const addRevision = async (tx: Tx, { row, report, revision }: Signed): Promise<void> => {
  const { organisation_id, session_id, locale, audit_trail, photos, pages } = report;
  const { seal_level, seal_authority, seal_demo } = report;
  await tx.db.report.create({
    data: {
      ...{ organisation_id, session_id, locale, audit_trail, photos, pages },
      ...{ seal_level, seal_authority, seal_demo },
      id: revision.reportId,
      revision_of: row.root_report_id,
      revision: report.revision + 1,
      status: 'ready',
      sha256: revision.sha256,
      byte_size: revision.byte_size,
      created_at: tx.now,
      updated_at: tx.now,
      ready_at: tx.now,
    },
  });
};

const markSigned = (tx: Tx, { row, credential, revision }: Signed): Promise<SignatureRow> =>
  tx.db.signature.update({
    where: { organisation_id_id: { organisation_id: row.organisation_id, id: row.id } },
    data: {
      status: 'signed',
      ...NOTHING_PENDING,
      report_id: revision.reportId,
      certificate_subject: credential.subject,
      failure_code: null,
      failure_message: null,
      signed_at: tx.now,
      updated_at: tx.now,
    },
  });

const recordAddendum = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { row, locale, credential, revision }: Signed,
): void =>
  appendAddendum(context, tx, {
    organisationId: row.organisation_id,
    sessionId: row.session_id,
    ...factOfSigning(
      row,
      { ...revision, id: revision.reportId, revision_of: row.root_report_id },
      {
        name: row.signer_name,
        email: row.signer_email,
        phone: row.signer_phone,
        certificate_subject: credential.subject,
        statement: formatSigningStatement(locale, row.signer_name),
      },
    ),
  });
