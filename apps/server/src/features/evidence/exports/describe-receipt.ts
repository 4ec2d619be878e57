import type { Context } from '../../../context.ts';
import type { RECEIPT_HEADERS } from '../../../platform/describe-uploads.ts';
import { findCapture } from '../../audit/exports/find-capture.ts';
import type { EvidenceRow } from './evidence-view.ts';

type Receipt = Partial<Record<(typeof RECEIPT_HEADERS)[number], string>>;

export const describeReceipt = async (
  context: Pick<Context, 'database'>,
  {
    organisation_id: organisationId,
    session_id: sessionId,
    id,
    status,
    sha256,
    received_sha256,
  }: Pick<EvidenceRow, 'organisation_id' | 'session_id' | 'id' | 'status' | 'sha256' | 'received_sha256'>,
): Promise<Receipt> => {
  const sequence = await findCapture(context, { organisationId, sessionId, evidenceId: id });
  return {
    'Evidence-Id': id,
    'Evidence-Status': status,
    ...(sha256 === null ? {} : { 'Evidence-Sha256': sha256 }),
    ...(received_sha256 === null ? {} : { 'Evidence-Received-Sha256': received_sha256 }),
    ...(sequence === undefined ? {} : { 'Evidence-Sequence': String(sequence) }),
  };
};
