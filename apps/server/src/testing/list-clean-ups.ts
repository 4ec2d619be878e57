import type { Context } from '../context.ts';
import { cleanUpBillingEvents } from '../features/billing/exports/clean-up-billing-events.ts';
import { cleanUpReplacedKeys } from '../features/credentials/exports/clean-up-replaced-keys.ts';
import { cleanUpEvents } from '../features/events/exports/clean-up-events.ts';
import { cleanUpFieldTokens } from '../features/join/exports/clean-up-field-tokens.ts';
import { cleanUpSignals } from '../features/media/exports/clean-up-signals.ts';
import { cleanUpInvitations } from '../features/members/exports/clean-up-invitations.ts';
import {
  cleanUpMessages,
  cleanUpMessageWindows,
} from '../features/notifications/exports/clean-up-messages.ts';
import { cleanUpJoinTokens } from '../features/participants/exports/clean-up-join-tokens.ts';
import {
  cleanUpSignatures,
  cleanUpSigningTokens,
} from '../features/signatures/exports/clean-up-signatures.ts';
import { cleanUpDeliveries } from '../features/webhooks/exports/clean-up-deliveries.ts';
import { cleanUpReplies } from '../http/kept-reply.ts';
import type { FilledTable } from './fill-old-rows.ts';

/** Organisations and attempts under way are excepted: they are few. Deliveries are found by organisation. */
export const READS_WHOLE = /Seq Scan on (?!organisations|webhook_leased_attempts)/;

/** Each with the index that finds its rows; `over` says which rows it is for, where others stay. */
export const CLEAN_UPS: Record<
  FilledTable,
  { cleanUp: (context: Context) => Promise<void>; index: string; over?: string }
> = {
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
  member_invitations: { cleanUp: cleanUpInvitations, index: 'member_invitations_expires_at_idx' },
  billing_events: { cleanUp: cleanUpBillingEvents, index: 'billing_events_received_at_idx' },
  credential_keys: {
    cleanUp: cleanUpReplacedKeys,
    index: 'credential_keys_valid_until_idx',
    over: 'valid_until is not null',
  },
  signatures: {
    cleanUp: cleanUpSignatures,
    index: 'signatures_secret_idx',
    over: 'otp_hmac is not null',
  },
  message_windows: { cleanUp: cleanUpMessageWindows, index: 'message_windows_window_start_idx' },
};
