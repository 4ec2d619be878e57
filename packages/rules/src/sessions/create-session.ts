import type {
  Contact,
  GivenContact,
  GivenRecipients,
  GivenShots,
  LocaleCode,
  Metadata,
  Plan,
  ReportRecipient,
  Session,
  Shot,
  Template,
} from '@field-inspection/contract';
import { CREATING_STATUSES, PLAN_LIMITS } from '@field-inspection/contract/plain';
import type { Actor, Fact } from '../effects.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { storeContact } from './contact.ts';
import { readScheduledFor } from './planned-time.ts';
import { storeRecipients } from './report-recipients.ts';
import { storeShots } from './shots.ts';

/**
 * A session's texts as it begins. A text that is added here is created, changed, disclosed, exported and erased like
 * these.
 */
export const SESSION_TEXTS = {
  notes: '',
  type: '',
  reference: '',
  site_address: '',
} satisfies Partial<Session>;

export type SessionTexts = typeof SESSION_TEXTS;
type GivenTexts = { [Name in keyof SessionTexts]?: string | undefined };

export type GivenSession = GivenTexts & {
  metadata?: Metadata | undefined;
  shots?: GivenShots | undefined;
  contact?: GivenContact | null | undefined;
  report_recipients?: GivenRecipients | undefined;
  scheduled_for?: string | null | undefined;
  locale?: LocaleCode | undefined;
  campaign?: string | null | undefined;
  template?: string | null | undefined;
};

export type NewSession = SessionTexts & {
  status: 'created';
  operator_email: string;
  scheduled_for: Date | null;
  started_at: null;
  ended_at: null;
  metadata: Metadata;
  shots: Shot[];
  contact: Contact | null;
  report_recipients: ReportRecipient[];
  locale: LocaleCode;
  template: string | null;
  template_version: number | null;
  unsent_items: number;
  outcome: null;
  on_hold: boolean;
  redacted_at: null;
  created_at: Date;
  updated_at: Date;
};

/** A session takes what its body leaves out from its template, and shots that neither has from its campaign. */
export const describeNewSession = (
  body: GivenSession,
  {
    now,
    operatorEmail,
    locale,
    template,
    campaignShots,
  }: {
    now: Date;
    operatorEmail: string;
    locale: LocaleCode;
    template: Template | null;
    campaignShots: Shot[];
  },
): NewSession => ({
  status: 'created',
  operator_email: operatorEmail,
  scheduled_for: readScheduledFor(body.scheduled_for, now) ?? null,
  started_at: null,
  ended_at: null,
  ...readTexts({ ...body, type: body.type ?? template?.type }),
  metadata: body.metadata ?? {},
  shots: chooseShots(body, { template, campaignShots }),
  contact: body.contact ? storeContact(body.contact) : null,
  report_recipients: storeRecipients(body.report_recipients ?? []),
  locale: body.locale ?? locale,
  template: template && template.id,
  template_version: template && template.version,
  unsent_items: 0,
  outcome: null,
  on_hold: false,
  redacted_at: null,
  created_at: now,
  updated_at: now,
});

const chooseShots = (
  { shots }: Pick<GivenSession, 'shots'>,
  { template, campaignShots }: { template: Template | null; campaignShots: Shot[] },
): Shot[] => {
  if (shots) return storeShots(shots);
  return template && template.shots.length > 0 ? template.shots : campaignShots;
};

const readTexts = (body: GivenTexts): SessionTexts => {
  const texts = { ...SESSION_TEXTS };
  for (const name of Object.keys(texts) as (keyof SessionTexts)[]) texts[name] = body[name] ?? '';
  return texts;
};

/** The first fact of a chain. An integrator's words are personal; absent ones are left out. */
export const factOfCreation = (
  session: NewSession,
  {
    actor,
    ...ids
  }: { actor: Actor | undefined; organisation_id: string; session_id: string; campaign: string | null },
): Fact => ({
  kind: 'session.created',
  payload: {
    organisation_id: ids.organisation_id,
    session_id: ids.session_id,
    ...actor,
    locale: session.locale,
    scheduled_for: session.scheduled_for?.toISOString() ?? null,
    campaign: ids.campaign,
    ...(session.template === null
      ? {}
      : { template: session.template, template_version: session.template_version }),
  },
  personal: { operator_email: session.operator_email, ...listWords(session) },
});

const listWords = ({ metadata, shots, contact, report_recipients, ...session }: NewSession) => {
  const { notes, ...texts } = readTexts(session);
  const words = Object.entries({
    ...texts,
    metadata,
    shots,
    contact: contact ?? {},
    report_recipients,
  });
  return { notes, ...Object.fromEntries(words.filter(([, word]) => Object.keys(word).length > 0)) };
};

export type Creating = {
  plan: Plan;
  subscription: string;
  used: number;
  hasCampaign: boolean;
};

export const refuseCreation = ({ plan, subscription, used, hasCampaign }: Creating): Refusal | undefined => {
  if (!CREATING_STATUSES.some((status) => status === subscription)) {
    const remedy =
      subscription === 'canceled' ? 'was canceled. Take a plan' : 'is past due. Pay the open invoice';
    const detail = `The subscription ${remedy}, then create the session again.`;
    return new Refusal('billing.subscription_past_due', detail);
  }
  if (!hasCampaign) return noSuchCampaign();
  const { inspections } = PLAN_LIMITS[plan];
  if (inspections === null || used < inspections) return undefined;
  return new Refusal(
    'billing.free_plan_minutes_exhausted',
    `The plan ${plan} has ${inspections} inspections and all are used. Change the plan.`,
  );
};

export const campaignInUse = (cause?: unknown): Refusal =>
  new Refusal(
    'campaign.in_use',
    'Sessions refer to the campaign. Give them another one, or none, then delete it.',
    { cause },
  );

export const noSuchCampaign = (): Refusal =>
  invalidField('campaign', 'is not a campaign of this organisation', 'not_found');
