import type { Context } from '../context.ts';
import { cleanUpFieldTokens } from '../features/join/exports/clean-up-field-tokens.ts';
import { cleanUpMessageWindows } from '../features/notifications/exports/clean-up-message-windows.ts';
import { cleanUpMessages } from '../features/notifications/exports/clean-up-messages.ts';
import { cleanUpJoinTokens } from '../features/participants/exports/clean-up-join-tokens.ts';
import type { FilledTable } from './fill-old-rows.ts';

/** What cleans up each table that `fillOldRows` fills, and the index that it finds its rows by. */
export const CLEAN_UPS: Record<FilledTable, { cleanUp: (context: Context) => Promise<void>; index: string }> =
  {
    invite_tokens: { cleanUp: cleanUpJoinTokens, index: 'invite_tokens_kept_until_idx' },
    field_session_tokens: { cleanUp: cleanUpFieldTokens, index: 'field_session_tokens_kept_until_idx' },
    messages: { cleanUp: cleanUpMessages, index: 'messages_over_idx' },
    message_windows: { cleanUp: cleanUpMessageWindows, index: 'message_windows_window_start_idx' },
  };
