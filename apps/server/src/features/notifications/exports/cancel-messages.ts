import type { CancelledMessages } from '../../../platform/database/outcome.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { MessageKind } from './queue-messages.ts';

type Which = CancelledMessages & { kinds?: readonly MessageKind[] };

/**
 * Stops what has not been sent yet for a session, or for one participant, one signature or some kinds of it; secrets are
 * wiped. With the last statement, so that what the same transaction queues is not stopped. What two calls of one
 * transaction stop is written once, by either alike.
 */
export const cancelMessages = (tx: Tx, which: Which): void => void tx.outcome.cancelledMessages.push(which);
