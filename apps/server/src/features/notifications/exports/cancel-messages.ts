import type { CancelledMessages } from '../../../platform/database/effects.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { MessageKind } from './queue-messages.ts';

type Which = CancelledMessages & { kinds?: readonly MessageKind[] };

/**
 * Stops the unsent messages of a session, or of one participant, one signature or some kinds in it, and wipes their
 * secrets. The transaction's last statement does it, so that messages queued by the same transaction are not stopped. A
 * message that two calls of a transaction stop is written once.
 */
export const cancelMessages = (tx: Tx, which: Which): void => void tx.effects.cancelledMessages.push(which);
