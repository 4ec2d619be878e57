import { EVENTS, type EmittedEventType } from '@field-inspection/contract';
import openApi from '@field-inspection/openapi/openapi.json' with { type: 'json' };
import type { Prisma } from '#prisma';

const EXAMPLES: Record<string, { value: unknown }> = openApi.components.examples;

/** The `data` of an event as the document's example of its type has them. */
export const readEventSample = (type: EmittedEventType): Prisma.InputJsonObject => {
  const { value } = EXAMPLES[EVENTS[type].id]!;
  return (value as { data: Prisma.InputJsonObject }).data;
};
