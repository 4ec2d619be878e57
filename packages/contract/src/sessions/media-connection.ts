import { z } from 'zod';
import { Timestamp } from '../shapes/timestamp.ts';

const IceServer = z
  .object({
    urls: z
      .array(z.string().meta({ example: 'turn:turn.example.com:3478' }))
      .meta({ description: 'STUN or TURN, for RTCPeerConnection' }),
    username: z
      .string()
      .meta({ description: 'Time-limited', example: '1795228500:019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' }),
    credential: z
      .string()
      .meta({ description: 'For this username only', example: 'yiMVj6mTRCcvWq7sZx0uD1kfG4E=' }),
  })
  .meta({ id: 'IceServer', description: 'A relay, as RTCPeerConnection takes it' });

const MediaPermissions = z
  .object({
    publish: z.array(z.enum(['camera', 'microphone'])).meta({ description: 'What this side may send' }),
    subscribe: z.boolean().meta({ description: 'Whether it may receive the other side', example: true }),
    data: z.boolean().meta({ description: 'Whether it may send messages', example: true }),
  })
  .meta({ id: 'MediaPermissions', description: 'What one side may do in the room' });

/**
 * Connection of one side of the live picture and sound. The browsers connect to each other; `url` is a WebSocket that
 * relays their signalling. The token goes there as a `Sec-WebSocket-Protocol` value or as the first message, never in
 * the query. Messages and close codes: docs/media.md.
 */
export const MediaConnection = z
  .object({
    provider: z.literal('p2p').meta({ description: 'Picture and sound go from browser to browser' }),
    url: z
      .string()
      .meta({ description: 'wss (ws below an http origin)', example: 'wss://example.com/v1/signalling' }),
    token: z.string().meta({
      description:
        'Lets into the room until expires_at; that of an operator also uploads recordings of the session',
      example: 'eyJyb2xlIjoib3BlcmF0b3IifQ.Zb8uRsAoC5h',
    }),
    room: z.string().meta({
      description: 'Both sides of a session meet in one room',
      example: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    }),
    identity: z.string().meta({
      description:
        'Who this side is in the room: a field person, an API key, or a member who has signed in, on whatever device',
      example: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a05',
    }),
    expires_at: Timestamp,
    ice_servers: z.array(IceServer).meta({ description: 'For RTCPeerConnection' }),
    ice_transport_policy: z
      .enum(['all', 'relay'])
      .meta({ description: 'relay: through the ice_servers only' }),
    permissions: MediaPermissions,
  })
  .meta({
    id: 'MediaConnection',
    description:
      'How one side of a session connects its picture and sound. What is said over `url`, what an operator’s page does, and why it closes: docs/media.md',
  });

export type MediaConnection = z.infer<typeof MediaConnection>;
