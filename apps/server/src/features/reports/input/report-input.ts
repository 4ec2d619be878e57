import type { ConsentMatter, LocaleCode, OUTCOMES } from '@field-inspection/contract';

/**
 * A session as plain data: nothing is looked up, nothing is markup, and the same input gives the same bytes. Times are
 * ISO 8601 in UTC, hashes 64 lower-case hexadecimal digits. A person's texts are as they were written: rendering
 * replaces characters that the fonts lack.
 */
export type ReportInput = {
  createdAt: string;
  locale: LocaleCode;
  /** IANA, such as Europe/Rome. The first page names it once, with its offset. */
  timeZone: string;
  variant: ReportVariant;
  organisation: ReportOrganisation;
  session: ReportSession;
  operator: string;
  participants: ReportParticipant[];
  /** The weakest answer of those who joined. */
  consent: Record<ConsentMatter, ReportConsent>;
  shots: ReportShot[];
  outcome: ReportOutcome | null;
  photos: ReportPhoto[];
  whiteboards: ReportWhiteboard[];
  recordings: ReportRecording[];
  signature: ReportSignature | null;
  auditTrail: ReportAuditEntry[];
  anchors: ReportAnchor[];
  chain: { head: string; length: number };
  /** The origin of the verify page: the QR code leads to `{baseUrl}/verify/{chain.head}`. */
  baseUrl: string;
  /** Null for a file that will bear no seal. */
  seal: ReportSeal | null;
};

export type ReportVariant = {
  auditTrail: 'printed' | 'left_out';
  photos: 'full' | 'contact_sheet';
};

export type ReportOrganisation = {
  name: string;
  logo: ReportPicture | null;
  /** `#rrggbb`, for rules and headings; null for the service's own. */
  color: string | null;
};

export type ReportSession = {
  id: string;
  status: 'created' | 'open' | 'recording' | 'closed' | 'expired';
  reference: string;
  type: string;
  siteAddress: string;
  notes: string;
  scheduledFor: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

export type ReportShot = {
  slot: string;
  /** The label is in the report's locale, where the shot has one in it. */
  label: string;
  required: boolean;
  /** Evidence by its number in this report; empty for a missing shot. */
  evidence: { kind: 'photo' | 'recording'; number: number }[];
};

export type ReportOutcome = {
  outcome: (typeof OUTCOMES)[number];
  note: string;
  setAt: string;
};

export type ReportConsent = 'pending' | 'granted' | 'denied' | 'revoked';

export type ReportParticipant = {
  name: string;
  role: 'operator' | 'field' | 'observer';
  joinedAt: string | null;
  leftAt: string | null;
};

/** Metadata, such as a location, does not get into the report. */
export type ReportPicture = {
  bytes: Uint8Array;
  mime: 'image/jpeg' | 'image/png';
  /** From the upper left corner; absent for all. Leaves out the stamp of an exported drawing, as the caption has it. */
  shown?: { width: number; height: number };
  /** The report explains the sign for characters that the fonts lack. */
  hasMissingSign?: boolean;
};

type Captured = {
  picture: ReportPicture | null;
  capturedAt: string | null;
  receivedAt: string;
  /** The original's hash, not that of the shown picture. */
  sha256: string;
};

export type ReportPhoto = Captured & {
  slot: string;
  location: ReportLocation | null;
  annotations: ReportAnnotation[];
  finding: ReportFinding | null;
};

export type ReportFinding = { text: string; author: string; setAt: string };

/** Degrees of WGS 84; the accuracy in metres. */
export type ReportLocation = { lat: number; lon: number; accuracy: number | null };

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
  statement: string;
  name: string;
  signedAt: string;
  sha256: string;
};

export type ReportAnchor = {
  authority: string;
  status: 'pending' | 'anchored' | 'failed';
  genTime: string | null;
  demo: boolean;
};

export type ReportSeal = {
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  authority: string | null;
  demo: boolean;
};

export type ReportAuditEntry = { sequence: number; occurredAt: string } & ReportAuditEvent;

/** A kind without a sentence is printed as it is. */
export type ReportAuditEvent =
  | {
      kind:
        | 'session.created'
        | 'session.ended'
        | 'session.expired'
        | 'session.outcome'
        | 'session.held'
        | 'session.released'
        | 'recording.started'
        | 'recording.stopped';
    }
  | {
      kind: 'session.updated';
      changes: (
        'notes' | 'scheduled_for' | 'locale' | 'campaign' | 'type' | 'reference' | 'site_address' | 'metadata'
      )[];
    }
  | {
      kind:
        | 'participant.invited'
        | 'participant.asked'
        | 'participant.reissued'
        | 'participant.revoked'
        | 'participant.joined'
        | 'participant.done'
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
      /** A piece that is not shown has an empty number; others have one such as `3` or `3.1`. */
      number: string;
    }
  | { kind: 'evidence.finding' | 'evidence.finding_taken_back'; number: string }
  | { kind: 'other'; name: string };
