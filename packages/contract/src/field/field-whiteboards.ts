import { z } from 'zod';
import { Drawing, MAX_DRAWING_JSON_BYTES } from '../evidence/drawing.ts';
import { Id } from '../shapes/id.ts';
import { fieldWritePolicy } from '../laws/policy.ts';
import { FIELD_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { text } from '../shapes/text.ts';
import { Whiteboard } from '../evidence/whiteboards.ts';

const title = text(200).meta({ description: 'Empty unless given', example: 'Crack at the chimney' });

/** A new whiteboard: its first version. */
export const CreateWhiteboardBody = z
  .strictObject({ title: title.optional(), drawing: Drawing })
  .meta({ id: 'CreateWhiteboardBody', description: 'The first version of a whiteboard' });

/** The next version of a whiteboard. */
export const UpdateWhiteboardBody = z
  .strictObject({
    version: z.int().min(1).meta({
      description: 'The version that this one follows; another has been saved meanwhile: 409',
      example: 2,
    }),
    title: title.optional(),
    drawing: Drawing,
  })
  .meta({ id: 'UpdateWhiteboardBody', description: 'The next version of a whiteboard' });

/** The whiteboards of a joined field person's session. */
export const fieldWhiteboards = c.router(
  {
    create: {
      method: 'POST',
      path: '/whiteboards',
      summary: 'Create a whiteboard',
      description: 'Its first version.',
      body: CreateWhiteboardBody,
      responses: { 201: Whiteboard },
      metadata: {
        ...fieldWritePolicy(['quota_reached']),
        maxJsonBytes: MAX_DRAWING_JSON_BYTES,
        receipt: true,
      },
    },
    update: {
      method: 'PATCH',
      path: '/whiteboards/:whiteboard_id',
      summary: 'Save a version of a whiteboard',
      description: 'Versions are kept. Saving over a version that you have not seen answers 409.',
      pathParams: z.object({ whiteboard_id: Id }),
      body: UpdateWhiteboardBody,
      responses: { 200: Whiteboard },
      metadata: {
        ...fieldWritePolicy(['version_conflict', 'quota_reached']),
        maxJsonBytes: MAX_DRAWING_JSON_BYTES,
        receipt: true,
      },
    },
  },
  { pathPrefix: FIELD_ROOT, strictStatusCodes: true },
);
