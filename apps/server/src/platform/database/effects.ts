import type { CanonicalValue } from '@field-inspection/evidence';
import type { Participant, Prisma, Session } from '#prisma';

/**
 * Plain data that follows from a use case. Use cases fill it in while they decide; src/effects writes all of it by a
 * single statement at the end of the transaction.
 */
export type Effects = {
  /** The right that the transaction rests on, as `restOn` says; null where it rests on none, or nothing was written. */
  right: Right | null;
  newSession: NewSession | null;
  rows: NewRows;
  changes: Change[];
  quotaTaken: (QuotaChange & { refuse: () => Promise<Error> })[];
  /** Changes of quota that was taken before: they are never refused. */
  quotaSettled: QuotaChange[];
  messages: Prisma.MessageCreateManyInput[];
  cancelledMessages: CancelledMessages[];
  roomEvents: ToldRoom[];
  facts: ChainedFact[];
  /** The sessions whose chain begins with the first fact of this transaction. */
  startedChains: Set<string>;
  /** The sessions whose chain ends with the last fact of this transaction, if it has any. */
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

/** A right that may end while a request is under way: an API key's credential, or an invite. */
export type RightName = { kind: 'credential' | 'participant'; id: string };

/**
 * A right: what its lock is called, and as the last statement judges it, a select of one boolean. It is true while the
 * right holds, and false where the right lives but is too small by now for what rests on it. There is no row where it is
 * gone. `refuse` is told whether it lives.
 */
export type Right = { name: RightName; holds: Prisma.Sql; refuse: (isAlive: boolean) => Error };

/** A session to create, unless the plan or the subscription of its organisation forbids it, or its campaign is gone. */
export type NewSession = { row: Session; refuse: () => Promise<Error> };

/** Rows to insert. Those of one table have the same columns. */
export type NewRows = {
  participants: Prisma.ParticipantCreateManyInput[];
  invite_tokens: Prisma.InviteTokenCreateManyInput[];
  field_session_tokens: Prisma.FieldSessionTokenCreateManyInput[];
  evidence: Prisma.EvidenceCreateManyInput[];
  /** Each has the workers look at its endpoint. */
  webhook_due_endpoints: Prisma.DueEndpointCreateManyInput[];
};

/** Changes of a row that the transaction has locked: values to set, and amounts to add to numbers. */
export type Change = { organisationId: string; id: string } & (
  | { table: 'participants'; set: Partial<Participant>; add?: { entries: number } }
  | {
      table: 'sessions';
      set: Partial<Session>;
      add?: { unsent_items: number };
      weakest?: Weakest;
    }
);

/** Has a session show the weakest answers: these of one participant, and those of the others who joined. */
export type Weakest = { participantId: string; camera: string; gps: string };

/** A change of a session's quota, and of its organisation's with it. */
export type QuotaChange = SessionKey & { items: number; bytes: number };

/** The messages of a session that are not sent any more. Without `kinds` it is all but the word of a cancellation. */
export type CancelledMessages = SessionKey & {
  participantId?: string;
  signatureId?: string;
  kinds?: readonly string[];
};

/** A live room that hears an event, or each room in which somebody is. */
export type ToldRoom = ({ room: string } | { identity: string }) & { event: object };

/** `audit` is a session's chain until it is frozen, `addenda` its chain after that, `org` the organisation's own. */
export type ChainName = 'audit' | 'addenda' | 'org';

/** A fact for one chain, in whose payload each personal value becomes a commitment with its salt. */
export type ChainedFact = {
  chain: ChainName;
  organisationId: string;
  /** Absent for the organisation's own chain. */
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
  /**
   * The time to run: at once by default, and with `awaitsUploads` where no upload is under way in the payload's
   * session.
   */
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
