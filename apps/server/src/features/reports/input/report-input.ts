import type { ConsentMatter, LocaleCode, OUTCOMES } from '@field-inspection/contract';

/**
 * What a report is made of: a session as plain data. Nothing here is looked up and nothing is markup; the same
 * input gives the same bytes. Times are ISO 8601 in UTC, hashes are 64 lower-case hexadecimal digits, and a
 * person's texts are as they were written: what the fonts can't show is replaced while rendering.
 */
export type ReportInput = {
  /** When the report was made: the file's creation time. */
  createdAt: string;
  locale: LocaleCode;
  /** IANA, such as Europe/Rome. Every printed time names its offset. */
  timeZone: string;
  variant: ReportVariant;
  organisation: ReportOrganisation;
  session: ReportSession;
  /** Who ran the session, as an e-mail address or a name. */
  operator: string;
  participants: ReportParticipant[];
  /** The weakest answer of those who joined. */
  consent: Record<ConsentMatter, ReportConsent>;
  /** What the session asked for, in its order. */
  shots: ReportShot[];
  /** What an operator found it to have come to; null while nobody had said so. */
  outcome: ReportOutcome | null;
  /** In the order in which they are numbered: 1 is the first. */
  photos: ReportPhoto[];
  whiteboards: ReportWhiteboard[];
  recordings: ReportRecording[];
  signature: ReportSignature | null;
  auditTrail: ReportAuditEntry[];
  anchors: ReportAnchor[];
  chain: { head: string; length: number };
  /** The origin of the verify page: the QR code leads to `{baseUrl}/verify/{chain.head}`. */
  baseUrl: string;
  /** The seal that the file will bear; null when it will bear none. */
  seal: ReportSeal | null;
};

export type ReportVariant = {
  auditTrail: 'printed' | 'left_out';
  /** Two to a page, or nine. */
  photos: 'full' | 'contact_sheet';
};

export type ReportOrganisation = {
  name: string;
  /** Shown above the name at the head of the first page. */
  logo: ReportPicture | null;
  /** `#rrggbb`, for rules and headings; null for the house's own. */
  color: string | null;
};

export type ReportSession = {
  id: string;
  status: 'created' | 'open' | 'recording' | 'closed' | 'expired';
  /** Empty when not set. */
  reference: string;
  type: string;
  notes: string;
  scheduledFor: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

export type ReportShot = {
  slot: string;
  /** In the report's locale, as far as there is one. */
  label: string;
  required: boolean;
  /** What came of it, by the numbers of this report; none where it is missing. */
  evidence: { kind: 'photo' | 'recording'; number: number }[];
};

export type ReportOutcome = {
  outcome: (typeof OUTCOMES)[number];
  /** Empty when absent. */
  note: string;
  setAt: string;
};

export type ReportConsent = 'pending' | 'granted' | 'denied' | 'revoked';

export type ReportParticipant = {
  /** Empty when not known. */
  name: string;
  role: 'operator' | 'field' | 'observer';
  joinedAt: string | null;
  leftAt: string | null;
};

/** A picture to look at. What it holds beside its pixels, such as a place, does not get into the report. */
export type ReportPicture = {
  bytes: Uint8Array;
  mime: 'image/jpeg' | 'image/png';
  /**
   * How much of its width and height is shown, from the upper left corner: 1 is all, as it is without this. An
   * exported drawing has a stamp below it, which says what the caption says.
   */
  shown?: { width: number; height: number };
  /** Whether a text drawn in it has the sign for what the fonts can't show: the report then says what it means. */
  hasMissingSign?: boolean;
};

type Captured = {
  /** Null for a picture that is withheld: its caption stays, and a sentence stands in its place. */
  picture: ReportPicture | null;
  /** By the device's clock. */
  capturedAt: string | null;
  /** By the service's clock. */
  receivedAt: string;
  /** Of the original, not of the picture shown. */
  sha256: string;
};

export type ReportPhoto = Captured & {
  /** What the photo was asked for; empty when nothing was said. */
  slot: string;
  /** Null without consent. */
  place: ReportPlace | null;
  annotations: ReportAnnotation[];
};

/** Degrees of WGS 84; the accuracy in metres. */
export type ReportPlace = { lat: number; lon: number; accuracy: number | null };

export type ReportAnnotation = Captured & {
  /** `over`: strokes on nothing, laid over the photo. `beside`: a whole picture, shown after the photo. */
  placement: 'over' | 'beside';
};

export type ReportWhiteboard = Captured & { title: string; version: number };

export type ReportRecording = {
  mime: string;
  byteSize: number;
  sha256: string;
  durationMs: number | null;
  receivedAt: string;
};

export type ReportSignature = {
  picture: ReportPicture | null;
  /** The words that the person was shown and signed. */
  statement: string;
  name: string;
  signedAt: string;
  sha256: string;
};

export type ReportAnchor = {
  authority: string;
  status: 'pending' | 'anchored' | 'failed';
  /** The authority's time; null unless anchored. */
  genTime: string | null;
  demo: boolean;
};

export type ReportSeal = {
  /** Of PAdES (EN 319 142-1). */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  /** Who vouches for the seal's time; null at level B-B. */
  authority: string | null;
  demo: boolean;
};

export type ReportAuditEntry = { sequence: number; occurredAt: string } & ReportAuditEvent;

/** An entry's kind and what its sentence says. A kind that has no sentence is printed as it is. */
export type ReportAuditEvent =
  | {
      kind:
        'session.created' | 'session.ended' | 'session.expired' | 'recording.started' | 'recording.stopped';
    }
  | {
      kind: 'session.updated';
      changes: ('notes' | 'scheduled_for' | 'locale' | 'campaign' | 'type' | 'reference' | 'metadata')[];
    }
  | {
      kind:
        | 'participant.invited'
        | 'participant.asked'
        | 'participant.reissued'
        | 'participant.revoked'
        | 'participant.joined'
        | 'participant.left'
        | 'participant.locked'
        | 'otp.requested';
      name: string;
    }
  | { kind: 'otp.refused'; name: string; attempt: number }
  | ({ kind: 'consent.changed'; name: string } & Partial<Record<ConsentMatter, ReportConsent>>)
  | {
      kind: 'evidence.captured';
      piece: 'photo' | 'annotation' | 'whiteboard' | 'recording' | 'signature' | 'file';
      /** Its number in this report, such as `3` or `3.1`; empty when it is not shown. */
      number: string;
    }
  | { kind: 'other'; name: string };
