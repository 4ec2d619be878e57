/* Words of refusals: the service uses them for zod's issues, the SDK's fake for its own. */

const NAMES: Record<string, string> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const NUMBERS = new Set(['int', 'number']);

/**
 * Says that a value has another type, or is missing.
 *
 * @param expected the type as zod names it
 * @example
 * sayType('string', 7); // 'must be a string, not a number'
 * sayType('string', undefined); // 'is required'
 */
export const sayType = (expected: string, given: unknown): string => {
  if (given === undefined) return 'is required';
  const name = NAMES[expected] ?? expected;
  if (typeof given !== 'number' || !NUMBERS.has(expected)) return `must be ${name}, not ${nameOf(given)}`;
  // JSON has numbers too large for JavaScript, such as 1e400, which is read as Infinity.
  return Number.isFinite(given) ? `must be ${name}` : 'must be a finite number';
};

const nameOf = (given: unknown): string => {
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'a list';
  return NAMES[typeof given] ?? typeof given;
};

/** Measure of a value: the characters of a string, the items of a list, or the number itself. */
export type Counted = 'string' | 'array' | 'number';

const UNITS: Record<Counted, (count: number) => string> = {
  string: (count) => ` character${count === 1 ? '' : 's'}`,
  array: (count) => ` item${count === 1 ? '' : 's'}`,
  number: () => '',
};

/** Message for a query parameter that was given more than once. */
export const GIVEN_TWICE = 'is given more than once: send it once';

/**
 * Says that there is too much or too little.
 *
 * @example
 * saySize('at most', 'string', 4000); // 'must have at most 4000 characters'
 * saySize('at least', 'number', 1); // 'must be at least 1'
 */
export const saySize = (
  bound: 'at most' | 'at least' | 'exactly',
  counted: Counted,
  count: number,
): string => {
  if (bound === 'at least' && counted !== 'number' && count === 1) return 'must not be empty';
  return `must ${counted === 'number' ? 'be' : 'have'} ${bound} ${count}${UNITS[counted](count)}`;
};

const DATE = '2026-11-20T14:30:00.000Z';

const FORMATS: Record<string, string> = {
  datetime: `must be a date that exists with its time and offset, such as ${DATE} or 2026-11-20T15:30:00+01:00`,
  uuid: 'must be a UUID, such as 019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  email: 'must be an e-mail address, such as ada@example.com',
};

/**
 * Says that a string has the wrong form.
 *
 * @param format as zod names it
 * @example
 * sayFormat('datetime', '2026-11-20T14:30:00'); // 'lacks its offset: end it with Z for UTC, or with one …'
 */
export const sayFormat = (format: string, given: unknown): string => {
  if (format === 'datetime' && typeof given === 'string') {
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(given)) {
      return `lacks its offset: end it with Z for UTC, or with one such as +01:00, as in ${DATE}`;
    }
    if (/^\d{4}-\d\d-\d\d$/.test(given)) return `lacks its time and its offset, as in ${DATE}`;
  }
  return FORMATS[format] ?? 'must have another form';
};

/**
 * Says that a value is none of the allowed ones.
 *
 * @example
 * sayChoice(['photo', 'recording'], 'foto'); // 'must be one of photo, recording; did you mean photo?'
 */
export const sayChoice = (values: readonly unknown[], given: unknown): string => {
  if (given === undefined) return 'is required';
  const [only] = values;
  if (values.length === 1)
    return `must be ${typeof only === 'string' && only !== '' ? only : JSON.stringify(only)}`;
  const names = values.map(String);
  // An object's own toString may be no function, so String() could throw.
  if (typeof given !== 'string') return `must be one of ${names.join(', ')}`;
  if (ROLE_WORDS.includes(given) && names.includes(A_SCOPE))
    return `is a role, which goes as a string and not in a list: ${JSON.stringify(given)}`;
  return `must be one of ${names.join(', ')}${suggest(given, names)}`;
};

/** A role may stand in place of a list of scopes. A test holds these to the names of the contract. */
export const ROLE_WORDS: readonly string[] = ['org_admin', 'inspector', 'observer', 'auditor'];
const A_SCOPE = 'sessions:read';

/**
 * Says that a field or a parameter is unknown.
 *
 * @example
 * sayUnknown('note', ['notes', 'locale']); // 'is not known here; did you mean notes?'
 */
export const sayUnknown = (name: string, known: readonly string[]): string =>
  `is not known here${suggest(name, known)}`;

/**
 * Says that a key is none of those in the contract's list.
 *
 * @example
 * sayUnlisted('pt-BR', ['en', 'pt']); // 'is not known here: must be one of en, pt'
 */
export const sayUnlisted = (name: string, known: readonly string[]): string =>
  `is not known here: must be one of ${known.join(', ')}${suggest(name, known)}`;

/** Words a value that fits none of several forms, with the message of each. */
export const sayEither = (messages: readonly string[]): string =>
  messages.length === 0 ? 'has none of the forms that it may have' : [...new Set(messages)].join(', or ');

/**
 * Says that a thing is missing, or another organisation's. A malformed id does not come back.
 *
 * @example
 * sayMissing('session', '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'); // 'There is no session 019a9f6e-…'
 */
export const sayMissing = (thing: string, id = ''): string =>
  /^[\w.-]{1,100}$/.test(id) ? `There is no ${thing} ${id}.` : `There is no such ${thing}.`;

/** Things that parameters of a path name; a token is a secret, and does not come back. */
export const THINGS: Readonly<Record<string, string>> = {
  session_id: 'session',
  invite_id: 'invite',
  participant_id: 'invite',
  campaign_id: 'campaign',
  template_id: 'template',
  credential_id: 'credential',
  member_session_id: 'session',
  endpoint_id: 'webhook endpoint',
  event_id: 'webhook event',
  delivery_id: 'webhook delivery',
  evidence_id: 'evidence',
  whiteboard_id: 'whiteboard',
  whiteboard_file: 'whiteboard',
  report_id: 'report',
  report_file: 'report',
  owner_id: 'file',
  hash: 'file',
  signature_id: 'signature',
  upload_id: 'upload',
  audit_chain_hash: 'chain',
  token: 'invite',
};

/** Messages for a request without a valid API key. They do not tell which fault a key has. */
export const UNAUTHENTICATED = {
  missing: 'Send an API key in the header Authorization: Bearer <API_KEY>. This request has no such header.',
  scheme: 'Send the API key as Authorization: Bearer <API_KEY>. This request has another scheme.',
  value:
    'This is not a valid API key: it is malformed, unknown, revoked, expired, not for this address or of a disabled member. Make a new one.',
  cookie: 'The session of this cookie has ended. Sign in again.',
} as const;

// Nobody mistypes a longer name, and comparing must stay cheap however many names a body has.
const LONGEST_NAME = 40;

// Two changes of four letters make another word: "nope" does not mean "open".
/** Gives what to append to a message about a name that is none: the nearest that there is, or nothing. */
export const suggest = (given: string, known: readonly string[]): string => {
  if (given.length > LONGEST_NAME) return '';
  const near = known
    .map((name) => ({ name, changes: countChanges(plain(given), plain(name)) }))
    .filter(({ name, changes }) => changes <= (name.length < 5 ? 1 : Math.ceil(name.length / 3)))
    .sort((a, b) => a.changes - b.changes)[0];
  return near && near.name !== given ? `; did you mean ${near.name}?` : '';
};

// scheduledFor and Scheduled-For are taken for scheduled_for.
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\-. ]/g, '');

/**
 * Counts the slips between two names: a letter too many, too few or another, or two neighbours in the other order
 * (optimal string alignment). Infinity for names whose lengths are far apart.
 *
 * @example
 * countChanges('smpt_url', 'smtp_url'); // 1
 */
export const countChanges = (from: string, to: string): number => {
  if (Math.abs(from.length - to.length) > to.length / 3 + 1) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let other = 1; other <= to.length; other++) {
      const same = from[at - 1] === to[other - 1] ? 0 : 1;
      const isSwapped = from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1];
      const swapped = isSwapped ? before[other - 2]! + 1 : Infinity;
      next.push(Math.min(row[other]! + 1, next[other - 1]! + 1, row[other - 1]! + same, swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
};
