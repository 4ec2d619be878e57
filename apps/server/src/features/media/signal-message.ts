import type { MediaPeer } from '../../platform/media-connection.ts';
import { readJson, type JsonRefusal } from '@field-inspection/contract';
import { z } from 'zod';

/** The most bytes of a message: SDP with many codecs has some 10 KiB. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

const to = z.string().min(1).max(100).optional();
const sdp = z.string().min(1).max(MAX_MESSAGE_BYTES);

/** RTCIceCandidateInit; null ends the candidates. Members that a later browser adds are dropped. */
const Candidate = z
  .object({
    candidate: z.string().max(4_096),
    sdpMid: z.string().max(256).nullish(),
    sdpMLineIndex: z.int().min(0).max(65_535).nullish(),
    usernameFragment: z.string().max(256).nullish(),
  })
  .nullable();

const Signal = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('offer'), sdp, to }),
  z.strictObject({ type: z.literal('answer'), sdp, to }),
  z.strictObject({ type: z.literal('candidate'), candidate: Candidate, to }),
  z.strictObject({ type: z.literal('bye'), to }),
]);
/** A page can't see the WebSocket's own pings. It is not relayed. */
const Ping = z.strictObject({ type: z.literal('ping') });
const PeerMessage = z.discriminatedUnion('type', [...Signal.options, Ping]);
const Authenticate = z.strictObject({ type: z.literal('authenticate'), token: z.string().max(4_096) });

export type Signal = z.output<typeof Signal>;

export type RoomPeer = Pick<MediaPeer, 'identity' | 'role'>;

export type ServerMessage =
  | { type: 'welcome'; room: string; identity: string; peers: RoomPeer[] }
  | ({ type: 'peer_joined' } & RoomPeer)
  | { type: 'peer_left'; identity: string }
  | RelayedSignal
  | { type: 'pong' }
  | { type: 'error'; code: 'invalid_message' | 'unavailable'; message: string };

export type RelayedSignal = { type: Signal['type']; from: string; [member: string]: unknown };

export type Reading<Message> = { ok: true; message: Message } | { ok: false; message: string };

/** `message` says what is wrong with a frame that is neither a signal nor a ping. */
export const readPeerMessage = (text: string): Reading<z.output<typeof PeerMessage>> =>
  readAs(PeerMessage, text);

export const readAuthenticate = (text: string): string | undefined => {
  const reading = readAs(Authenticate, text);
  return reading.ok ? reading.message.token : undefined;
};

const readAs = <Message>(schema: z.ZodType<Message>, text: string): Reading<Message> => {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    const { code, path, message } = error as JsonRefusal;
    if (code === 'invalid_json') return { ok: false, message: 'is not JSON' };
    return { ok: false, message: `${path.join('.').slice(0, 400)}: ${message}` };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, message: parsed.error.issues.map(describeIssue).join('; ').slice(0, 500) };
};

const describeIssue = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message;
