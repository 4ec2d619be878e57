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
    token: z.string(),
    room: z.string(),
    identity: z.string(),
    expires_at: Timestamp,
    ice_servers: z.array(
      z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() }),
    ),
    ice_transport_policy: z.enum(['all', 'relay']),
    permissions: z.object({
      publish: z.array(z.enum(['camera', 'microphone'])),
      subscribe: z.boolean(),
      data: z.boolean(),
    }),
  })
  .meta({ id: 'MediaConnection', description: 'How one side of a session connects its picture and sound' });

export type MediaConnection = z.infer<typeof MediaConnection>;
