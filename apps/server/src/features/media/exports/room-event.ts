import { z } from 'zod';

export const RoomEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signal'),
    from: z.string(),
    to: z.string().optional(),
    message: z.looseObject({ type: z.enum(['offer', 'answer', 'candidate', 'bye']), from: z.string() }),
  }),
  z.object({
    kind: z.literal('joined'),
    identity: z.string(),
    role: z.enum(['operator', 'field']),
    connectionId: z.string(),
  }),
  z.object({ kind: z.literal('left'), identity: z.string() }),
  /**
   * The session ended, or the right of a participant or of an operator's credential, by its id. Both are called
   * participants, so that a process of the release before closes either's connection. `isLook` says that the right has
   * only become smaller: a connection that it still allows stays open, but a process of the release before closes it.
   */
  z.object({
    kind: z.literal('closed'),
    participantId: z.string().optional(),
    isLook: z.literal(true).optional(),
  }),
]);

export type RoomEvent = z.output<typeof RoomEvent>;

export type StoredEvent = { id: bigint; event: RoomEvent };

export const CHANNEL = 'media_signals';

/** Announced by its id: a NOTIFY holds 8000 bytes, an SDP maybe more. */
export const ANNOUNCE = `pg_notify('${CHANNEL}', json_build_object('id', id::text, 'room', room, 'origin', origin)::text)::text`;
