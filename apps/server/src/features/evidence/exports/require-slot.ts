import { ApiError } from '../../../api-error.ts';
import { readShots, type SessionRow } from '../../sessions/exports/session-view.ts';

/**
 * What a piece of evidence was taken for is one of the session's shots; where the session asks for none, any word is.
 *
 * @param path where the request names it
 * @throws {ApiError} validation_error
 */
export const requireSlot = (session: SessionRow, slot: string | undefined, path: string): void => {
  const slots = readShots(session).map((shot) => shot.slot);
  if (!slot || slots.length === 0 || slots.includes(slot)) return;
  const message = `must be one of what the session asks for: ${slots.join(', ')}`;
  throw new ApiError('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'invalid_value', message }],
  });
};
