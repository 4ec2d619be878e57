import type { CanonicalValue } from '@field-inspection/evidence';
import type { Participant, Prisma, Session } from '#prisma';

/** Filled while use cases decide; src/effects writes all by one statement at the transaction's end. */
export type Effects = {
  /** As `restOn` says; null where the transaction rests on no right, or nothing was written. */
  right: Right | null;
  newSession: NewSession | null;
  rows: NewRows;
  changes: Change[];
  quotaTaken: (QuotaChange & { refuse: () => Promise<Error> })[];
  quotaSettled: QuotaChange[];
  messages: Prisma.MessageCreateManyInput[];
  cancelledMessages: CancelledMessages[];
  roomEvents: ToldRoom[];
  facts: ChainedFact[];
  startedChains: Set<string>;
  frozenChains: SessionKey[];
  events: PendingEvent[];
  jobs: JobSpec[];
  reply: KeptReply | null;
};

export const noEffects = (): Effects => ({
  right: null,
  newSession: null,
  rows: {
    participants: [],
    invite_tokens: [],
    field_session_tokens: [],
    evidence: [],
    webhook_due_endpoints: [],
  },
  changes: [],
  quotaTaken: [],
  quotaSettled: [],
  messages: [],
  cancelledMessages: [],
  roomEvents: [],
  facts: [],
  startedChains: new Set(),
  frozenChains: [],
  events: [],
  jobs: [],
  reply: null,
});

type SessionKey = { organisationId: string; sessionId: string };

/** A right may end while a request is under way. */
export type RightName = { kind: 'credential' | 'participant'; id: string };

/**
 * `holds` is a select of one boolean, for the last statement: true while the right holds, false where it lives but is
 * too small for what rests on it, and no row where it is gone. `refuse` is told whether it lives.
 */
export type Right = { name: RightName; holds: Prisma.Sql; refuse: (isAlive: boolean) => Error };

export type NewSession = { row: Session; refuse: () => Promise<Error> };

export type NewRows = {
  participants: Prisma.ParticipantCreateManyInput[];
  invite_tokens: Prisma.InviteTokenCreateManyInput[];
  field_session_tokens: Prisma.FieldSessionTokenCreateManyInput[];
  evidence: Prisma.EvidenceCreateManyInput[];
  /** Each row has the workers look at its endpoint. */
  webhook_due_endpoints: Prisma.DueEndpointCreateManyInput[];
};

/** The transaction has locked the row: values to set, and amounts to add to numbers. */
export type Change = { organisationId: string; id: string } & (
  | { table: 'participants'; set: Partial<Participant>; add?: { entries: number } }
  | {
      table: 'sessions';
      set: Partial<Session>;
      add?: { unsent_items: number };
      weakest?: Weakest;
    }
);

/** The session shows the weakest answers: these of one participant, and those of the others who joined. */
export type Weakest = { participantId: string; camera: string; gps: string };

export type QuotaChange = SessionKey & { items: number; bytes: number };

/** Without `kinds` all messages but the notice of a cancellation. */
export type CancelledMessages = SessionKey & {
  participantId?: string;
  signatureId?: string;
  kinds?: readonly string[];
};

/** A live room that hears an event, or each room in which somebody is. */
export type ToldRoom = ({ room: string } | { identity: string }) & { event: object };

/** `audit` is a session's chain until it is frozen, `addenda` its chain after that, `org` the organisation's own. */
export type ChainName = 'audit' | 'addenda' | 'org';

/** Each personal value becomes a commitment in the payload, with its salt. */
export type ChainedFact = {
  chain: ChainName;
  organisationId: string;
  sessionId?: string;
  kind: string;
  payload: Record<string, CanonicalValue>;
  personal: { field: string; salt: string; value: CanonicalValue }[];
};

export type PendingEvent = {
  organisationId: string;
  id: string;
  type: string;
  data: object;
  sessionId?: string | undefined;
  exceptEndpointId?: string | undefined;
};

export type JobSpec = {
  identifier: string;
  payload: Record<string, string | number>;
  job_key: string;
  /** At once by default; with `awaitsUploads` once no upload is under way in the payload's session. */
  when: { runAt?: Date; awaitsUploads?: boolean };
};

export type KeptReply = {
  organisationId: string;
  keyHash: Buffer<ArrayBuffer>;
  fingerprint: Buffer<ArrayBuffer>;
  status: number;
  sealed: string;
  sessionId: string | null;
  expiresAt: Date;
};
