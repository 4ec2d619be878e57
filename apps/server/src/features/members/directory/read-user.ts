import { Email, personName } from '@field-inspection/contract';
import { refuseScim } from './refuse-scim.ts';

/** The attributes of RFC 7643 that make a member; no others are kept. */
export type UserAttributes = {
  externalId?: string;
  userName: string;
  displayName?: string;
  name?: Partial<Record<NamePart, string>>;
  emails?: UserEmail[];
  active: boolean;
  locale?: string;
};

type NamePart = (typeof NAME_PARTS)[number];
type UserEmail = { value: string; type?: string; primary?: boolean };

export const NAME_PARTS = ['formatted', 'givenName', 'familyName'] as const;
export const EMAIL_PARTS = ['value', 'type', 'primary'] as const;

/** The characters of one value, and the addresses of one user. */
export const MAX_VALUE = 256;
const MAX_EMAILS = 20;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a user, whatever case its attributes have. Attributes that nothing needs, such as a password, are dropped.
 *
 * @throws {Refusal} validation_error, as invalidValue
 */
export const readUser = (given: unknown): UserAttributes => {
  const fields = foldKeys(given, 'The body');
  const userName = readText(fields['username'], 'userName');
  if (!userName?.trim()) throw refuseScim('invalidValue', 'userName is missing.');
  const active = readBoolean(fields['active'] ?? true, 'active');
  return dropAbsent({
    externalId: readText(fields['externalid'], 'externalId'),
    userName,
    displayName: readText(fields['displayname'], 'displayName'),
    name: readName(fields['name']),
    emails: readEmails(fields['emails']),
    active,
    locale: readText(fields['locale'] ?? fields['preferredlanguage'], 'locale'),
  });
};

/** Gives an object's values by the names of its keys in lower case. */
export const foldKeys = (given: unknown, what: string): Fields => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuseScim('invalidSyntax', `${what} must be an object.`);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]));
};

/** Reads a text that PostgreSQL can hold; undefined for none. */
export const readText = (given: unknown, what: string): string | undefined => {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given !== 'string' || given.length > MAX_VALUE)
    throw refuseScim('invalidValue', `${what} must be a string of at most ${MAX_VALUE} characters.`);
  if (given.includes('\u0000') || !given.isWellFormed())
    throw refuseScim('invalidValue', `${what} must not contain U+0000 or a lone surrogate.`);
  return given;
};

/** Reads true or false, also as Entra writes them: "True" and "False". */
export const readBoolean = (given: unknown, what: string): boolean => {
  if (typeof given === 'boolean') return given;
  const word = typeof given === 'string' && given.length < 6 ? given.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw refuseScim('invalidValue', `${what} must be true or false.`);
};

const readName = (given: unknown): UserAttributes['name'] => {
  if (given === undefined || given === null) return undefined;
  const fields = foldKeys(given, 'name');
  const parts = NAME_PARTS.map((part) => [part, readText(fields[part.toLowerCase()], `name.${part}`)]);
  const named = parts.filter(([, value]) => value !== undefined);
  return named.length === 0 ? undefined : Object.fromEntries(named);
};

const readEmails = (given: unknown): UserEmail[] | undefined => {
  if (given === undefined || given === null) return undefined;
  if (!Array.isArray(given) || given.length > MAX_EMAILS)
    throw refuseScim('invalidValue', `emails must be a list of at most ${MAX_EMAILS} addresses.`);
  const emails = given.flatMap((each) => {
    const fields = foldKeys(typeof each === 'string' ? { value: each } : each, 'An e-mail address');
    const value = readText(fields['value'], 'emails.value');
    if (value === undefined) return [];
    const type = readText(fields['type'], 'emails.type');
    const primary = fields['primary'] == null ? undefined : readBoolean(fields['primary'], 'emails.primary');
    return [dropAbsent({ value, type, primary })];
  });
  return emails.length === 0 ? undefined : emails;
};

const dropAbsent = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]: Exclude<Given[Key], undefined>;
  };

/** The member that a user is: the name, and the address, which is the primary one, that of work, or the userName. */
export const describeMember = (user: UserAttributes): { name: string; email: string } => {
  const { emails = [], userName } = user;
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(isOfWork) ?? emails[0];
  const email = Email.safeParse(chosen?.value ?? userName);
  if (!email.success)
    throw refuseScim('invalidValue', 'An active user needs an e-mail address, in emails or as userName.');
  const name = personName(200).safeParse(nameOf(user));
  if (!name.success) throw refuseScim('invalidValue', 'The name must have at most 200 visible characters.');
  return { name: name.data, email: email.data };
};

const isOfWork = ({ type }: UserEmail): boolean => type?.toLowerCase() === 'work';

const nameOf = ({ displayName, name = {}, userName }: UserAttributes): string => {
  const whole = [name.givenName, name.familyName].filter(Boolean).join(' ');
  return (displayName ?? name.formatted ?? (whole || userName)).trim();
};
