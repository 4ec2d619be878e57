import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/**
 * How one side of the live picture and sound connects. The browsers connect to each other;
 * `url` is a WebSocket that relays their signalling. The token goes there as a
 * `Sec-WebSocket-Protocol` value or as the first message, never in the query.
 */
export const MediaConnection = z
  .object({
    provider: z.literal('p2p'),
    url: z.string().meta({ description: 'wss (ws below an http origin)' }),
    token: z.string().meta({ description: 'Lets into the room until expires_at' }),
    room: z.string().meta({ description: 'Both sides of a session meet in one room' }),
    identity: z.string().meta({ description: 'Who this side is in the room' }),
    expires_at: Timestamp,
    ice_servers: z.array(
      z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() }),
    ),
    ice_transport_policy: z
      .enum(['all', 'relay'])
      .meta({ description: 'relay: through the ice_servers only' }),
    permissions: z.object({
      publish: z.array(z.enum(['camera', 'microphone'])).meta({ description: 'What this side may send' }),
      subscribe: z.boolean().meta({ description: 'Whether it may receive the other side' }),
      data: z.boolean().meta({ description: 'Whether it may send messages' }),
    }),
  })
  .meta({ id: 'MediaConnection', description: 'How one side of a session connects its picture and sound' });

export type MediaConnection = z.infer<typeof MediaConnection>;
