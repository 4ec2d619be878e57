import type { EmittedEventType, EVENT_DATA } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

export type NewEvent = {
  [Type in EmittedEventType]: {
    organisationId: string;
    type: Type;
    data: z.output<(typeof EVENT_DATA)[Type]>;
    sessionId?: string;
    /** The endpoint that the event tells of: it does not get the event. */
    exceptEndpointId?: string;
  };
}[EmittedEventType];

/** Publishes an event when the transaction commits. Deliveries for a reader are not queued. */
export const publishEvent = (context: Pick<Context, 'ids'>, tx: Tx, event: NewEvent): void =>
  void tx.effects.events.push({ ...event, id: context.ids.next() });
