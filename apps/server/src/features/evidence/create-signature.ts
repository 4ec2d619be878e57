import type { CreateSignatureBody, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredDrawing } from './exports/drawings/write-drawing.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { recordEvidence } from './exports/record-evidence.ts';
import { DRAWING_MIME } from './exports/extension-of.ts';

/**
 * Records what a field person drew to sign. The name and the statement are personal: the chain commits to them, and
 * they are kept as disclosures only, so that redaction deletes them in one place (readSignatures gives them).
 */
export const createSignature = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    caller,
    evidenceId,
    drawing,
    body: { name, statement, locale, captured_at },
  }: {
    caller: FieldCaller;
    evidenceId: string;
    drawing: StoredDrawing;
    body: z.output<typeof CreateSignatureBody>;
  },
): Promise<Evidence> => {
  const session = await lockForCapture(tx, caller, 'now');
  const row = await recordEvidence(context, tx, {
    caller,
    session,
    evidenceId,
    columns: {
      kind: 'signature',
      mime: DRAWING_MIME,
      captured_at: captured_at ? new Date(captured_at) : null,
      ...drawing,
    },
    personal: { name, statement: { text: statement, locale } },
  });
  return viewEvidence(row);
};
