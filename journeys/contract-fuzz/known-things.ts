import { MISSING_IDS } from '../requests/ids.ts';
import type { Reply } from '../requests/send-request.ts';
import type { Plan } from './plan-requests.ts';

/** Names of paths and tokens that belong together: a session with its invite, its photo and its tokens. */
export type Scene = Record<string, string>;

export type KnownThings = {
  /** The fuzzed organisation's things, the oldest first; replies add to them. */
  own: Scene[];
  /** Ids of another organisation, without its tokens, since none may be used. */
  other: Scene;
  keys: Scene;
};

const MISSING: Scene = MISSING_IDS;
// So many scenes are enough to choose from; the oldest go.
const MAX_SCENES = 300;

export type ResolvedPlan = Plan & { scene: Scene };

export const resolvePlan = (plan: Plan, { own, other, keys }: KnownThings): ResolvedPlan => {
  const scene = { ...MISSING, ...pickScene(own, { plan, names: namesIn(plan) }) };
  // Another thing of the organisation takes one place, so that two things don't belong together.
  const mixed = { ...MISSING, ...own[Math.floor(plan.pick * own.length)] };
  const scopes: Record<string, Scene> = {
    own: scene,
    mixed,
    other: { ...MISSING, ...other },
    gone: MISSING,
    key: keys,
  };
  const fill = (text: string): string =>
    text.replaceAll(
      /\{\{(own|mixed|other|gone|key)\.(\w+)\}\}/g,
      (_, scope: string, name: string) => scopes[scope]![name] ?? 'none',
    );
  return {
    ...plan,
    path: fill(plan.path),
    headers: Object.fromEntries(Object.entries(plan.headers).map(([name, value]) => [name, fill(value)])),
    body: typeof plan.body === 'string' ? fill(plan.body) : plan.body,
    scene,
  };
};

const namesIn = ({ path, headers, body }: Plan): string[] => {
  const text = [path, ...Object.values(headers), typeof body === 'string' ? body : ''].join('\n');
  return [...text.matchAll(/\{\{own\.(\w+)\}\}/g)].map(([, name]) => name!);
};

// New scenes are likelier: most old ones have ended.
const pickScene = (own: Scene[], { plan, names }: { plan: Plan; names: string[] }): Scene | undefined => {
  const fitting = own.filter((scene) => names.every((name) => name in scene));
  const scenes = fitting.length > 0 ? fitting : own;
  return scenes[scenes.length - 1 - Math.floor(plan.pick ** 3 * scenes.length)];
};

type Body = Record<string, unknown>;

const TOLD: Record<string, (body: Body, headers: Headers) => Scene> = {
  'sessions.create': ({ id }) => ({ session_id: String(id) }),
  'inspections.create': ({ id }) => ({ session_id: String(id) }),
  'participants.create': ({ id, join_url }) => ({ invite_id: String(id), token: tokenOf(join_url) }),
  'participants.reissue': ({ join_url }) => ({ token: tokenOf(join_url) }),
  'join.redeem': ({ field_session_token }) => ({ field_token: String(field_session_token) }),
  'fieldEvidence.createPhoto': ({ id }) => ({ evidence_id: String(id) }),
  'fieldEvidence.createSignature': ({ id }) => ({ evidence_id: String(id) }),
  'fieldWhiteboards.create': ({ id }) => ({
    whiteboard_id: String(id),
    whiteboard_file: `${String(id)}.png`,
  }),
  'campaigns.create': ({ id }) => ({ campaign_id: String(id) }),
  'templates.create': ({ id }) => ({ template_id: String(id) }),
  'credentials.create': ({ id }) => ({ credential_id: String(id) }),
  'webhookEndpoints.create': ({ id }) => ({ endpoint_id: String(id) }),
  'webhooks.create': ({ id }) => ({ endpoint_id: String(id) }),
  'webhookEndpoints.test': ({ id }) => ({ delivery_id: String(id) }),
  'webhooks.test': ({ id }) => ({ delivery_id: String(id) }),
  'reports.create': ({ id }) => ({ report_id: String(id), report_file: `${String(id)}.pdf` }),
  'recipients.create': ({ id }) => ({ recipient_id: String(id) }),
  'signatures.request': ({ id, sign_url }) => ({ signature_id: String(id), signing_link: tokenOf(sign_url) }),
  'signing.verify': ({ signing_session_token }) => ({ signing_session: String(signing_session_token) }),
  'uploads.create': (_, headers) => ({ upload_id: headers.get('location')?.split('/').at(-1) ?? 'none' }),
};
const STARTS_ANEW = ['sessions.create', 'inspections.create'];

export const learnFrom = ({ own }: KnownThings, { name, scene }: ResolvedPlan, reply: Reply): void => {
  if (reply.status >= 300 || !/json(?!l)|^$/.test(reply.headers.get('content-type') ?? '')) return;
  const body = reply.text === '' ? {} : (JSON.parse(reply.text) as Body);
  const cursor =
    typeof body['next_cursor'] === 'string' ? { cursor: encodeURIComponent(body['next_cursor']) } : {};
  const told = { ...TOLD[name]?.(body, reply.headers), ...cursor };
  // Another method of the same path tells other things.
  if (
    Object.values(told).length === 0 ||
    Object.values(told).some((value) => ['', 'undefined'].includes(value))
  )
    return;
  const { campaign_id = 'none', template_id = 'none', endpoint_id = 'none' } = scene;
  const known: Scene = STARTS_ANEW.includes(name) ? { campaign_id, template_id, endpoint_id } : scene;
  const real = Object.entries(known).filter(([key, value]) => value !== MISSING[key]);
  own.push({ ...Object.fromEntries(real), ...told });
  if (own.length > MAX_SCENES) own.shift();
};

const tokenOf = (url: unknown): string => URL.parse(String(url))?.hash.slice(1) ?? '';
