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
    exceptEndpointId?: string;
  };
}[EmittedEventType];

export const publishEvent = (context: Pick<Context, 'ids'>, tx: Tx, event: NewEvent): void =>
  void tx.effects.events.push({ ...event, id: context.ids.next() });
