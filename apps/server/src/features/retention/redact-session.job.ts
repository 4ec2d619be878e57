import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { eraseUnanswered } from '../anchors/exports/erase-unanswered.ts';
import { eraseDisclosures } from '../audit/exports/erase-disclosures.ts';
import { eraseSignals } from '../media/exports/clean-up-signals.ts';
import { eraseMessages } from '../notifications/exports/erase-messages.ts';
import { eraseParticipants } from '../participants/exports/erase-participants.ts';
import { eraseReports } from '../reports/exports/erase-reports.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { eraseSigners } from '../signatures/exports/erase-signers.ts';
import { eraseEvents } from '../webhooks/exports/erase-events.ts';
import { eraseTitles } from '../whiteboards/exports/erase-titles.ts';
import { eraseFiles } from './erase-files.ts';
import { eraseReplies } from './erase-replies.ts';
import { enqueueRedaction, redactSessionJob } from './exports/enqueue-redaction.ts';
import { finishRedaction } from './finish-redaction.ts';

/** What each feature says is personal in its rows of a session: some of it a call, and how many it found. */
const ERASURES: ((context: Context, key: SessionKey, limit: number) => Promise<number>)[] = [
  eraseReports,
  eraseDisclosures,
  eraseParticipants,
  eraseMessages,
  eraseSigners,
  eraseTitles,
  eraseUnanswered,
  eraseEvents,
  eraseReplies,
  eraseSignals,
];

const ROWS_A_STEP = 500;

/** Behind every id: no file is left to be erased. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Erases what a redacted session holds, step by step: a job a step, which asks for the next one. A step that is taken
 * twice, or by two at once, or ends in its middle, changes nothing: what is gone is gone.
 */
export const redactSession = defineJob({
  ...redactSessionJob,
  run: async (context: Context, { organisation_id, session_id, after }) => {
    const key = { organisationId: organisation_id, sessionId: session_id };
    const at = await findBeginning(context, key);
    if (!at) return;
    const next = await eraseFiles(context, key, { after, at });
    const isLeft = await eraseRows(context, key);
    if (next === undefined && !isLeft) await finishRedaction(context, key);
    else await context.transact(async (tx) => enqueueRedaction(tx, key, next ?? END));
  },
});

/** When the redaction that is under way began: what it erases has that time. */
const findBeginning = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Date | null | undefined> => {
  const session = await database.prisma.session.findFirst({
    where: { organisation_id: organisationId, id: sessionId, redacted_at: { not: null }, erased_at: null },
    select: { redacted_at: true },
  });
  return session?.redacted_at;
};

const eraseRows = async (context: Context, key: SessionKey): Promise<boolean> => {
  let isLeft = false;
  for (const erase of ERASURES) {
    if ((await erase(context, key, ROWS_A_STEP)) >= ROWS_A_STEP) isLeft = true;
  }
  return isLeft;
};
