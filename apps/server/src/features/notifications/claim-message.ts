import type { Contact, LocaleCode, MemberRole } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Message, Participant, WebhookEndpoint } from '#prisma';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { BrandRow } from '../branding/exports/describe-brand.ts';
import type { MessageKind } from './exports/queue-messages.ts';
import type { OwnText } from './messages/letter.ts';
import type { Outcome } from './messages/message-values.ts';

export type MessageKey = { organisation_id: string; message_id: string };

/** A message with its subject's data, as they were when it was claimed. */
export type FoundMessage = Omit<Message, 'kind' | 'channel' | 'locale'> & {
  kind: MessageKind;
  channel: 'email' | 'sms';
  locale: LocaleCode;
  /** The fence: a record under an older number is void. Null when the message could not be claimed. */
  attempt: number | null;
  organisation_name: string;
  branding: BrandRow | null;
  own_text: OwnText | null;
  plan: string;
  /** The organisation's domain, once verified. */
  domain: string | null;
  /** Null, as its session_id, for a message that is about a webhook endpoint. */
  session_status: string | null;
  scheduled_for: Date | null;
  /** Seconds from the session's creation to its last change: it grows whenever the session changes. */
  session_sequence: number | null;
  time_zone: string;
  /** The session's, else the organisation's. */
  contact: Contact | null;
  notes: string;
  /** The integrator's own; '' without one, or without a session. */
  reference: string;
  site_address: string;
  outcome: Outcome | null;
  /** Required ones only, as the field application counts them. */
  shot_count: number;
  ended_at: Date | null;
  participant_names: string[];
  invite: FoundInvite | null;
  signature: FoundSignature | null;
  endpoint: FoundEndpoint | null;
  member: FoundMember | null;
};

export type ClaimedMessage = FoundMessage & { attempt: number };

// The types below are read as JSON, in which a time is text.
export type FoundEndpoint = Pick<WebhookEndpoint, 'id' | 'url' | 'description' | 'active'> & {
  failing_since: string | null;
};

/**
 * `is_over`: the person who is invited has become a member, or was removed; the member to whom all else goes was
 * disabled or removed.
 */
export type FoundMember = { name: string; role: z.output<typeof MemberRole>; is_over: boolean };

/** `is_over`: the signature is done, or was stopped; `has_expired`: its time is over. */
export type FoundSignature = {
  name: string;
  provider: string;
  is_over: boolean;
  has_expired: boolean;
  expires_at: string;
};

export type FoundInvite = Pick<Participant, 'id' | 'issue' | 'token_sealed'> & {
  first_name: string;
  otp_required: boolean;
  otp_sent: boolean;
  is_over: boolean;
  has_expired: boolean;
  expires_at: string;
};

/** Seconds for which an attempt holds its message. The jobs of a killed process run again after as long. */
const LEASE_SECONDS = 30;

/**
 * Claims a message for this attempt, unless it is sent, cancelled or held by another attempt, and reads its subject's
 * data. Raw: the claim is one conditional statement, and the link is read in the same snapshot, so that a reissue in
 * between can't put the new link into the old message. The lease counts by the database's clock, since the servers'
 * clocks may differ.
 */
export const claimMessage = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisation_id, message_id }: MessageKey,
): Promise<FoundMessage | undefined> => {
  const rows = await database.prisma.$queryRaw<FoundMessage[]>`
    with claimed as (
      update messages
      set attempt_count = attempt_count + 1, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where organisation_id = ${organisation_id}::uuid and id = ${message_id}::uuid
        and sent_at is null and cancelled_at is null
        and (lease_until is null or lease_until <= clock_timestamp())
      returning attempt_count
    )
    select m.*, (select attempt_count from claimed) as attempt,
      coalesce(nullif(b.display_name, ''), o.name) as organisation_name, to_jsonb(b) as branding, o.plan, o.domain,
      to_jsonb(t) as own_text, s.status as session_status, s.scheduled_for,
      o.time_zone, floor(extract(epoch from s.updated_at - s.created_at))::int as session_sequence,
      coalesce(nullif(s.contact, '{}'), nullif(o.contact, '{}')) as contact,
      coalesce(s.notes, '') as notes, coalesce(s.reference, '') as reference, s.ended_at,
      coalesce(s.site_address, '') as site_address, s.outcome,
      (
        select count(*) filter (where shot -> 'required' is distinct from 'false'::jsonb)::int
        from jsonb_array_elements(s.shots) shot
      ) as shot_count,
      array(
        select trim(n.recipient_first_name || ' ' || n.recipient_last_name)
        from participants n
        where n.organisation_id = m.organisation_id and n.session_id = m.session_id and n.revoked_at is null
        order by n.created_at, n.id
        limit 20
      ) as participant_names,
      ${readInvite(clock.now())} as invite,
      ${readSignature(clock.now())} as signature,
      case when w.id is not null then jsonb_build_object(
        'id', w.id,
        'url', w.url,
        'description', w.description,
        'active', w.active,
        'failing_since', w.failing_since
      ) end as endpoint,
      case when mb.id is not null then jsonb_build_object(
        'name', mb.name,
        'role', mb.role,
        'is_over', mb.status <> case m.kind when 'member_invitation' then 'invited' else 'active' end
      ) end as member
    from messages m
    join organisations o on o.id = m.organisation_id
    left join branding b on b.organisation_id = m.organisation_id
    left join message_texts t on t.organisation_id = m.organisation_id and t.kind = m.kind and t.locale = m.locale
    left join sessions s on s.organisation_id = m.organisation_id and s.id = m.session_id
    left join webhook_endpoints w on w.organisation_id = m.organisation_id and w.id = m.endpoint_id
    left join signatures g on g.organisation_id = m.organisation_id and g.id = m.signature_id
    left join members mb on mb.organisation_id = m.organisation_id and mb.id = m.member_id
    left join participants p on p.organisation_id = m.organisation_id and p.id = m.participant_id
    where m.organisation_id = ${organisation_id}::uuid and m.id = ${message_id}::uuid
  `;
  return rows[0];
};

const readInvite = (now: Date) => Prisma.sql`
  case when p.id is not null then jsonb_build_object(
    'id', p.id,
    'issue', p.issue,
    'first_name', p.recipient_first_name,
    'token_sealed', p.token_sealed,
    'otp_required', p.otp_hmac is not null,
    'otp_sent', p.otp_sent,
    'is_over', p.revoked_at is not null or p.joined_at is not null,
    'has_expired', p.expires_at <= ${now},
    'expires_at', p.expires_at
  ) end
`;

const readSignature = (now: Date) => Prisma.sql`
  case when g.id is not null then jsonb_build_object(
    'name', g.signer_name,
    'provider', g.provider,
    'is_over', g.status <> 'pending',
    'has_expired', g.expires_at <= ${now},
    'expires_at', g.expires_at
  ) end
`;
