import { EVENTS, type EmittedEventType } from '@field-inspection/contract';
import openApi from '@field-inspection/openapi/openapi.json' with { type: 'json' };
import type { Prisma } from '#prisma';

const EXAMPLES: Record<string, { value: unknown }> = openApi.components.examples;

/**
 * The `data` of an event as the document's example of its type has them, as if it had come now: their times are moved
 * by as much as the example is old.
 */
export const readEventSample = (type: EmittedEventType, now: Date): Prisma.InputJsonObject => {
  const { created_at: at, data } = EXAMPLES[EVENTS[type].id]!.value as Sample;
  const age = now.getTime() - Date.parse(at);
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' && INSTANT.test(value)
      ? new Date(Date.parse(value) + age).toISOString()
      : value,
  ) as Prisma.InputJsonObject;
};

type Sample = { created_at: string; data: object };

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
