/* Variables that an organisation may use in its own texts of messages, for the service and the SDK's fake. */

/** The parts of a message: an e-mail has a subject and a body, an SMS is one text. */
export type MessagePart = 'subject' | 'body' | 'sms';

/** `blocks` stand on a line of their own; `needed` must be there. */
interface PartVariables {
  readonly inline: readonly string[];
  readonly blocks: readonly string[];
  readonly needed?: string;
}

const ORGANISATION = ['organisation'];
const PLAN = ['organisation', 'lead', 'time'];

const subject = (inline: readonly string[]): PartVariables => ({ inline, blocks: [] });
const sms = (needed: string, ...inline: readonly string[]): PartVariables => ({
  inline: ['organisation', ...inline, needed],
  blocks: [],
  needed,
});
const body = (inline: readonly string[], needed: string, ...blocks: readonly string[]): PartVariables => ({
  inline,
  blocks: [...blocks, needed],
  needed,
});

const code = {
  subject: subject(ORGANISATION),
  body: body(ORGANISATION, 'code'),
  sms: sms('code', 'minutes'),
};
const reminder = { subject: subject(PLAN), body: body(PLAN, 'link', 'schedule', 'notes'), sms: null };
const operatorReminder = {
  subject: subject(PLAN),
  body: body(PLAN, 'session', 'participants', 'schedule', 'notes'),
  sms: null,
};

/**
 * The kinds of messages whose texts an organisation may write itself, with the variables of each part. `sms` is null
 * where the kind is never sent by SMS.
 *
 * @example
 * MESSAGE_VARIABLES.invite.sms.needed; // 'link'
 */
export const MESSAGE_VARIABLES = {
  invite: {
    subject: subject(ORGANISATION),
    body: body(ORGANISATION, 'link', 'schedule', 'notes'),
    sms: sms('link', 'schedule', 'expires'),
  },
  otp: code,
  reminder_invitee_24h: reminder,
  reminder_invitee_1h: reminder,
  reminder_operator_24h: operatorReminder,
  reminder_operator_1h: operatorReminder,
  invite_cancelled: {
    subject: subject(['organisation', 'time']),
    body: body(['organisation', 'time'], 'schedule'),
    sms: null,
  },
  signature_request: {
    subject: subject(ORGANISATION),
    body: body(ORGANISATION, 'link'),
    sms: sms('link', 'expires'),
  },
  signature_otp: code,
  member_invitation: { subject: subject(ORGANISATION), body: body(ORGANISATION, 'link'), sms: null },
} as const satisfies Record<string, Record<MessagePart, PartVariables | null>>;

/** A kind of message whose texts an organisation may write itself. */
export type OwnMessageKind = keyof typeof MESSAGE_VARIABLES;

/**
 * Says the fault of an own text, as a sentence about it; undefined without one.
 *
 * @example
 * sayTextFault('invite', 'sms', 'Come here: {url}'); // 'has the variable {url}, which is not known here: use …'
 */
export const sayTextFault = (kind: OwnMessageKind, part: MessagePart, text: string): string | undefined => {
  const variables: PartVariables | null = MESSAGE_VARIABLES[kind][part];
  if (!variables) return 'is never sent by SMS: leave it out';
  const { inline, blocks, needed } = variables;
  if (!VISIBLE.test(text)) return "must not be blank: null is the service's own text";
  const names = [...text.matchAll(/\{(\w{1,40})\}/g)].map(([, name]) => name ?? '');
  if (/[{}]/.test(text.replaceAll(/\{\w{1,40}\}/g, ''))) {
    return 'has a { or a } that belongs to no variable: write variables as {organisation}, and no other braces';
  }
  const known = [...inline, ...blocks];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `has the variable {${unknown}}, which is not known here: use ${known.map(brace).join(', ')}`;
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `has {${twice}} more than once: write it once`;
  if (needed !== undefined && !names.includes(needed)) {
    return `lacks {${needed}}: without it nobody can use the message`;
  }
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => line.trim());
  const inSentence = blocks.find((name) => names.includes(name) && !lines.includes(brace(name)));
  return inSentence === undefined ? undefined : `must have {${inSentence}} on a line of its own`;
};

const brace = (name: string): string => `{${name}}`;

// A character that is neither blank nor without width.
const VISIBLE = /[^\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;
