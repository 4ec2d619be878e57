import type { Context } from '../context.ts';
import { cleanUpEvents } from '../features/events/exports/clean-up-events.ts';
import { cleanUpFieldTokens } from '../features/join/exports/clean-up-field-tokens.ts';
import { cleanUpSignals } from '../features/media/exports/clean-up-signals.ts';
import { cleanUpMessageWindows } from '../features/notifications/exports/clean-up-message-windows.ts';
import { cleanUpMessages } from '../features/notifications/exports/clean-up-messages.ts';
import { cleanUpJoinTokens } from '../features/participants/exports/clean-up-join-tokens.ts';
import { cleanUpSigningTokens } from '../features/signatures/exports/clean-up-signing-tokens.ts';
import { cleanUpDeliveries } from '../features/webhooks/exports/clean-up-deliveries.ts';
import { cleanUpReplies } from '../http/clean-up-replies.ts';
import type { FilledTable } from './fill-old-rows.ts';

/**
 * What a plan must not do. Of organisations, and of attempts under way, there are few, and of the latter none in a test:
 * the deliveries are found one organisation after the other.
 */
export const READS_WHOLE = /Seq Scan on (?!organisations|webhook_leases)/;

/** What cleans up each table that `fillOldRows` fills, and the index that it finds its rows by. */
export const CLEAN_UPS: Record<FilledTable, { cleanUp: (context: Context) => Promise<void>; index: string }> =
  {
    invite_tokens: { cleanUp: cleanUpJoinTokens, index: 'invite_tokens_kept_until_idx' },
    field_session_tokens: { cleanUp: cleanUpFieldTokens, index: 'field_session_tokens_kept_until_idx' },
    messages: { cleanUp: cleanUpMessages, index: 'messages_over_idx' },
    signing_tokens: { cleanUp: cleanUpSigningTokens, index: 'signing_tokens_kept_until_idx' },
    media_signals: { cleanUp: cleanUpSignals, index: 'media_signals_created_at_idx' },
    idempotency_keys: { cleanUp: cleanUpReplies, index: 'idempotency_keys_expires_at_idx' },
    events: { cleanUp: cleanUpEvents, index: 'events_created_at_idx' },
    webhook_deliveries: {
      cleanUp: cleanUpDeliveries,
      index: 'webhook_deliveries_organisation_id_created_at_id_idx',
    },
    message_windows: { cleanUp: cleanUpMessageWindows, index: 'message_windows_window_start_idx' },
  };
