import { PutSsoBody } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { putSso, readNamedMetadata } from '../features/sso/settings/put-sso.ts';
import { showSsoToHost } from '../features/sso/settings/show-sso-to-host.ts';
import { getTest } from '../features/sso/settings/sso-test.ts';
import { activateSso, disableSso, enforceSso } from '../features/sso/settings/switch-sso.ts';
import type { Tx } from '../platform/database/transact.ts';
import { found, requireOrganisation, sayRefusal, type Command, type KeyedCommand } from './command.ts';
import { AdminError, type Options } from './options.ts';
import { readInput } from './read-input.ts';

const NO_CONNECTION =
  'This organisation has no connection to an identity provider. script/admin sso set makes one (docs/sign-on.md).';

const show = async (context: Context, organisationId: string) =>
  found(await showSsoToHost(context, organisationId), NO_CONNECTION);

type Change = (tx: Tx, by: { organisationId: string; author: 'host' }) => Promise<unknown>;

/** Changes a connection that there is, and shows it afterwards. */
const change = async (context: Context, options: Options, run: Change) => {
  const { id: organisationId } = await requireOrganisation(context, options);
  await show(context, organisationId);
  await context.transact((tx) => run(tx, { organisationId, author: 'host' })).catch(sayRefusal);
  return show(context, organisationId);
};

export const SSO_COMMANDS: Record<string, Command> = {
  'sso show': {
    meaning: 'Shows the connection of an organisation to its identity provider, without secrets.',
    usage: '--organisation ID',
    run: async (context, options) => show(context, (await requireOrganisation(context, options)).id),
  },
  'sso activate': {
    meaning: 'Lets members sign in by the connection, once a test has passed and a domain is verified.',
    usage: '--organisation ID',
    run: (context, options) => change(context, options, (tx, by) => activateSso(context, tx, by)),
  },
  'sso enforce': {
    meaning: 'Lets members sign in in no other way, or in other ways again.',
    usage: '--organisation ID --enforced true|false',
    run: (context, options) => {
      const enforced = options.oneOf('enforced', ['true', 'false']) === 'true';
      return change(context, options, (tx, by) => enforceSso(context, tx, { ...by, enforced }));
    },
  },
  'sso disable': {
    meaning: 'Turns the sign-on and its enforcement off; who turns it on again activates it anew.',
    usage: '--organisation ID',
    run: (context, options) => change(context, options, (tx, by) => disableSso(context, tx, by)),
  },
};

export const KEYED_SSO_COMMANDS: Record<string, KeyedCommand> = {
  // The secret comes by standard input, since other programs see a command line.
  'sso set': {
    meaning: 'Sets the connection; the body of PUT /v1/org/sso comes by standard input.',
    usage: '--organisation ID <FILE',
    run: async (context, options) => {
      const { id: organisationId } = await requireOrganisation(context, options);
      const body = await readSettings(process.stdin);
      const put = async () => {
        const metadata = await readNamedMetadata(context, body);
        const given = { organisationId, author: 'host', body, metadata } as const;
        return context.transact((tx) => putSso(context, tx, given));
      };
      const { service } = await put().catch(sayRefusal);
      return { ...(await show(context, organisationId)), ...service };
    },
  },
  'sso test': {
    meaning: 'Shows the last test of the connection, and the page on which an org_admin begins one.',
    usage: '--organisation ID',
    run: async (context, options) => {
      const { id: organisationId } = await requireOrganisation(context, options);
      await show(context, organisationId);
      const { told, ...test } = await getTest(context, { organisationId });
      const lines = told.map(({ name, values }) => `${name} = ${values.join(', ')}`);
      return { page: `${context.config.baseUrl}/sign-in?sso_test`, ...test, told: lines };
    },
  },
};

/** More than a body of the API may have. */
const MOST_BYTES = 256 * 1024;

const readSettings = async (input: AsyncIterable<Buffer>) => {
  const text = await readInput(input, { most: MOST_BYTES });
  const usage = 'script/admin sso set --organisation ID <settings.json';
  if (text.trim() === '') throw new AdminError(`No settings came. Give them by standard input: ${usage}`);
  const { success, data, error } = PutSsoBody.safeParse(readJson(text));
  if (success) return data;
  const issue = error.issues[0]!;
  const path = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  // The message has a line for each unknown field.
  throw new AdminError(`${path.join('.') || 'The settings'}: ${issue.message.split('\n')[0]}. ${usage}`);
};

const readJson = (text: string): unknown => {
  if (text.length > MOST_BYTES) throw new AdminError('The settings are longer than 256 KiB');
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // The words of the parser show a piece of the text, which may be the secret.
    throw new AdminError('The settings are no JSON. They are the body of PUT /v1/org/sso.', { cause });
  }
};
