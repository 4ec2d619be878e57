import type { Fact, Instant, Json } from '../effects.ts';
import { Refusal } from '../refusal.ts';

/** Recordings and clips need the scope recordings:read. */
export const isRecording = ({ kind }: { kind: string }): boolean => kind === 'recording' || kind === 'clip';

/** Pictures are told of by session.evidence.captured, too. */
export const isPicture = ({ kind }: { kind: string }): boolean => kind === 'photo' || kind === 'annotation';

export const requireReady = ({ status }: { status: string }): void => {
  if (status === 'ready') return;
  throw new Refusal('evidence_not_ready', `The evidence is ${status}; only what is ready downloads.`);
};

type Captured = {
  id: string;
  kind: string;
  sha256: string | null;
  received_sha256: string | null;
  byte_size: number | bigint | null;
  mime: string;
  captured_at: Instant | null;
  participant_id: string | null;
  annotates: string | null;
  whiteboard_id: string | null;
  version: number | null;
  slot: string;
};

export const factOfCapture = (row: Captured, personal: Record<string, Json> = {}): Fact => ({
  kind: 'evidence.captured',
  payload: {
    evidence_id: row.id,
    evidence_kind: row.kind,
    sha256: row.sha256,
    ...(row.received_sha256 ? { received_sha256: row.received_sha256 } : {}),
    byte_size: Number(row.byte_size),
    mime: row.mime,
    captured_at: row.captured_at && new Date(row.captured_at).toISOString(),
    participant_id: row.participant_id,
    ...(row.annotates ? { annotates: row.annotates } : {}),
    // The holder of the phone draws it: a simple electronic signature (eIDAS, article 3, number 10).
    ...(row.kind === 'signature' ? { level: 'SES' } : {}),
    ...(row.whiteboard_id ? { whiteboard_id: row.whiteboard_id, version: row.version } : {}),
  },
  personal: { ...(row.slot === '' ? {} : { slot: row.slot }), ...personal },
});

type Answered = { authority: string; gen_time: Instant | null; serial: string | null };

export const factOfLateAnchor = ({ authority, gen_time, serial }: Answered, sha256: string): Fact => ({
  kind: 'anchor.received',
  payload: { authority, gen_time: new Date(gen_time!).toISOString(), serial, sha256 },
});
