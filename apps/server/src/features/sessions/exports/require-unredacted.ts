import { ApiError } from '../../../api-error.ts';
import type { SessionRow } from './session-view.ts';

/** Refuses what would give or make something of a session that was redacted. */
export const requireUnredacted = ({ redacted_at }: Pick<SessionRow, 'redacted_at'>): void => {
  if (redacted_at) throw wasRedacted();
};

/** The refusal of what a redaction took away. */
export const wasRedacted = (): ApiError =>
  new ApiError(
    'session.redacted',
    'The session was redacted: what it held was erased. Its hashes and its audit chain are there.',
  );
