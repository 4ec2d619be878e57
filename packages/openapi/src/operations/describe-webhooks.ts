import { EMITTED_EVENT_TYPES, EVENTS, webhookEventSchemas } from '@field-inspection/contract';
import { addExample } from '../examples/compose-example.ts';
import type { Components, JsonSchema } from '../schemas/components.ts';
import { hoistSchema } from '../schemas/hoist-schema.ts';
import { PARAMETERS, parameterRef, type ParameterName } from './parameters.ts';
import { TAGS } from '../tags.ts';

export const describeWebhooks = (components: Components): Record<string, JsonSchema> =>
  Object.fromEntries(
    EMITTED_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${EVENTS[type].id.replace(/Event$/, '')}`,
          tags: [TAGS.webhookEvents.title],
          summary: type,
          description: `${EVENTS[type].description}.`,
          // The receiver checks the signature; there is no credential to send.
          security: [],
          parameters: DELIVERY_HEADERS.map(parameterRef),
          requestBody: {
            required: true,
            content: addExample(
              {
                'application/json': {
                  schema: hoistSchema(webhookEventSchemas[type], 'output', components.schemas),
                },
              },
              { name: type, summary: type },
              components,
            ),
          },
          responses: ANSWERS,
        },
      },
    ]),
  );

const DELIVERY_HEADERS = (Object.keys(PARAMETERS) as ParameterName[]).filter((name) =>
  /^(Svc|webhook)-/.test(name),
);

const ANSWERS = {
  '2XX': { description: 'Delivered, when it comes within 10 seconds' },
  '410': { description: 'The endpoint is paused: nothing more is sent to it' },
  default: { description: 'Tried again after 30 s, 5 min, 1 h, 6 h and 24 h, then dropped' },
};
