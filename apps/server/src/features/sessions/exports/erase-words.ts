import { NO_WORDS } from '@field-inspection/rules';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from './lock-session.ts';
import type { SessionRow } from './session-view.ts';

export const eraseWords = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<SessionRow> => {
  await tx.db.sessionMetadata.deleteMany({
    where: { organisation_id: organisationId, session_id: sessionId },
  });
  return tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: {
      ...NO_WORDS,
      contact: {},
      outcome_note: '',
      redacted_at: tx.now,
      updated_at: tx.now,
    },
  });
};
