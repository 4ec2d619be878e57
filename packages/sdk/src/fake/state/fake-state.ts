import type {
  Campaign,
  Contact,
  Invite,
  LocaleCode,
  Report,
  Session,
  Template,
} from '@field-inspection/contract';
import type { Secrets } from '@field-inspection/rules';
import type { Branding } from '../../resources/branding.ts';
import type { Credential, CredentialKey } from '../../resources/credentials.ts';
import type { Directory } from '../../resources/directory.ts';
import type { Evidence } from '../../resources/evidence.ts';
import type { Member, MemberIdentity, Passkey } from '../../resources/members.ts';
import type { MemberSession } from '../../resources/member-sessions.ts';
import type { MessageText } from '../../resources/messages.ts';
import type { RetentionPolicy } from '../../resources/retention.ts';
import type { OrgDomain } from '../../resources/domains.ts';
import type { SsoConnection } from '../../resources/sso.ts';
import type { Recipient } from '../../resources/recipients.ts';
import type { Signature } from '../../resources/signatures.ts';
import type { WebhookEndpoint } from '../../resources/webhook-endpoints.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../resources/webhook-events.ts';
import type { Whiteboard } from '../../resources/whiteboards.ts';
import type { FakePlan, FakeSubscription } from '../contract/vocabulary.ts';

export interface FakeCredential extends Omit<Credential, 'status' | 'scopes' | 'keys'> {
  readonly scopes: readonly string[];
  keys: readonly FakeKey[];
}

export interface FakeKey extends CredentialKey {
  readonly apiKey: string;
}

/** The status follows from the rest. */
export interface FakeInvite extends Omit<Invite, 'status' | 'otp_required'> {
  send_email: boolean;
  send_sms: boolean;
  send_code: boolean;
  ttl_minutes: number;
  revoked_at: string | null;
  /** Counts the links: a reissue makes the one before dead. */
  issue: number;
  entries: number;
  otp_code: string | null;
  otp_sent: boolean;
  otp_attempts: number;
  /** The user agent of the device that redeemed the invite. */
  device: string | null;
}

export interface FakeEndpoint extends WebhookEndpoint {
  /** `null` for a callback, which its organisation's secrets sign, and for a deleted endpoint. */
  secrets: Secrets | null;
  lastSequence: number;
  /** For a pull endpoint: the sequence acknowledged last, and the time of the last request. */
  acknowledgedSequence: number;
  read_at: Date | null;
  /** The first failure since which nothing was delivered. */
  failing_since: Date | null;
  /** For a callback, which no route of endpoints shows: the session whose events it gets. */
  session: string | null;
  isDeleted: boolean;
}

export interface FakeEvidence extends Evidence {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface KeptDelivery extends WebhookDelivery {
  /** The body, the same in each attempt. */
  readonly content: { id: string; type: string };
  readonly session: string | null;
  /** Counts since the delivery was begun or redelivered. */
  failureCount: number;
  nextAttemptAt: Date | null;
  isUnderWay: boolean;
  attempts: WebhookAttempt[];
}

export type FakeValue =
  string | number | boolean | null | readonly FakeValue[] | { readonly [name: string]: FakeValue };

export interface FakeFact {
  readonly kind: string;
  readonly occurred_at: string;
  readonly payload: { readonly [name: string]: FakeValue };
  readonly personal?: { readonly [name: string]: FakeValue };
}

/** Counts against the plan; a day is in UTC. */
interface FakeMessageDay {
  messages: number;
  codes: number;
}

/** Maps keep the order of creation. */
export interface FakeState {
  readonly baseUrl: string;
  readonly organisation: {
    readonly id: string;
    plan: FakePlan;
    subscription: FakeSubscription;
    name: string;
    locale: LocaleCode;
    time_zone: string;
    contact: Contact | null;
    sign_in_idle_minutes: number;
    sign_in_life_minutes: number;
    readonly created_at: string;
    callbackSecrets: Secrets | null;
    branding: Branding;
    directory: Omit<Directory, 'scim_url'>;
    /** Null before the first setting. */
    sso: SsoConnection | null;
    retention: Pick<
      RetentionPolicy,
      'session_days' | 'recording_days' | 'message_days' | 'version' | 'updated_at'
    > & {
      session_days_at: string | null;
      recording_days_at: string | null;
      message_days_at: string | null;
    };
  };
  now(): Date;
  /** Credentials that the fake begins with, and created ones. */
  readonly credentials: Map<string, FakeCredential>;
  readonly sessions: Map<string, Session>;
  readonly invites: Map<string, FakeInvite>;
  readonly tokens: Map<string, { invite: string; issue: number }>;
  readonly campaigns: Map<string, Campaign>;
  /** The versions of each, the newest last. */
  readonly templates: Map<string, readonly Template[]>;
  readonly members: Map<string, Member>;
  /** Domains of the addresses of members. */
  readonly orgDomains: Map<string, OrgDomain>;
  /** Where members are signed in. */
  readonly memberSessions: Map<string, MemberSession & { member: string }>;
  readonly passkeys: Map<string, Passkey & { member: string }>;
  /** By the member whom the person at the provider is. */
  readonly identities: Map<string, MemberIdentity>;
  /** Texts by kind and locale. */
  readonly messageTexts: Map<string, MessageText>;
  readonly invitations: Map<string, string>;
  readonly messageDays: Map<string, FakeMessageDay>;
  readonly evidence: Map<string, FakeEvidence>;
  readonly whiteboards: Map<string, Whiteboard>;
  readonly reports: Map<string, Report>;
  readonly recipients: Map<string, Recipient>;
  readonly signatures: Map<string, Signature>;
  readonly facts: Map<string, readonly FakeFact[]>;
  readonly orgFacts: FakeFact[];
  readonly addenda: Map<string, readonly FakeFact[]>;
  /** Time at which the authority saw the head of a session's chain. */
  readonly anchors: Map<string, string>;
  readonly endpoints: Map<string, FakeEndpoint>;
  readonly deliveries: Map<string, KeptDelivery>;
  readonly positions: Map<string, number>;
}

export const createFakeState = (baseUrl: string, now: () => Date): FakeState => ({
  baseUrl,
  organisation: {
    id: crypto.randomUUID(),
    plan: 'enterprise',
    subscription: 'active',
    name: 'Acme Inspections',
    locale: 'en',
    time_zone: 'UTC',
    contact: null,
    sign_in_idle_minutes: 480,
    sign_in_life_minutes: 1_440,
    created_at: now().toISOString(),
    callbackSecrets: null,
    branding: NO_BRANDING,
    directory: { default_role: 'observer', roles: [], version: 0, updated_at: null },
    sso: null,
    retention: {
      session_days: null,
      session_days_at: null,
      recording_days: null,
      recording_days_at: null,
      message_days: null,
      message_days_at: null,
      version: 0,
      updated_at: null,
    },
  },
  now,
  credentials: new Map(),
  sessions: new Map(),
  invites: new Map(),
  tokens: new Map(),
  campaigns: new Map(),
  templates: new Map(),
  members: new Map(),
  orgDomains: new Map(),
  memberSessions: new Map(),
  passkeys: new Map(),
  identities: new Map(),
  messageTexts: new Map(),
  invitations: new Map(),
  messageDays: new Map(),
  evidence: new Map(),
  whiteboards: new Map(),
  reports: new Map(),
  recipients: new Map(),
  signatures: new Map(),
  facts: new Map(),
  orgFacts: [],
  addenda: new Map(),
  anchors: new Map(),
  endpoints: new Map(),
  deliveries: new Map(),
  positions: new Map(),
});

const NO_BRANDING: Branding = {
  display_name: '',
  sender_name: '',
  footer: '',
  imprint_url: null,
  privacy_url: null,
  colours: { primary: null, background: null },
  logo: null,
  domain: null,
  version: 0,
  updated_at: null,
};

export function countFakeMessages(
  state: FakeState,
  { messages = 0, codes = 0 }: Partial<FakeMessageDay>,
): void {
  const counted = readFakeMessageDay(state);
  state.messageDays.set(dayOf(state), {
    messages: counted.messages + messages,
    codes: counted.codes + codes,
  });
}

export function readFakeMessageDay(state: FakeState): FakeMessageDay {
  return state.messageDays.get(dayOf(state)) ?? { messages: 0, codes: 0 };
}

const dayOf = ({ now }: FakeState) => now().toISOString().slice(0, 10);

export const drawBase64 = (sizeBytes: number) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(sizeBytes))));

/** 32 random bytes, safe in a URL. */
export const drawToken = () => drawBase64(32).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
