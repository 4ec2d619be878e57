import type { EmittedEventType, EVENT_DATA } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** An event as a use case states it; `data` is what the contract says for the type. */
export type NewEvent = {
  [Type in EmittedEventType]: {
    organisationId: string;
    type: Type;
    data: z.output<(typeof EVENT_DATA)[Type]>;
    sessionId?: string;
    /** The endpoint that the event tells of, which does not get it. */
    exceptEndpointId?: string;
  };
}[EmittedEventType];

/**
 * Publishes an event when the transaction commits: the event, a delivery for each active endpoint that
 * subscribes to it and each callback of its session, the next sequence number of each, and what wakes the workers,
 * all in one statement. What a reader fetches is not queued for them.
 */
export const publishEvent = (context: Pick<Context, 'ids'>, tx: Tx, event: NewEvent): void =>
  void tx.effects.events.push({ ...event, id: context.ids.next() });
