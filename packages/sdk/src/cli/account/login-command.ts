import { AuthenticationError, PermissionDeniedError } from '@field-inspection/sdk';
import { type Command, FAILED, Misuse, readText } from '../command.ts';
import { ACCOUNT_OPTIONS, openClient, writeAccount, removeAccount } from './account.ts';

export const loginCommand: Command = {
  summary: 'keep an API key on this machine',
  usage: `Usage: field-inspection login --base-url <url>

Asks for an API key, tries it, and keeps it in your configuration folder, in a file that only
you may read (mode 0600). Other commands then need neither key nor address.

Options
  --base-url <url>  the service, such as https://inspections.example.com`,
  options: ACCOUNT_OPTIONS,
  run: async (given, terminal) => {
    const baseUrl = readText(given, 'base-url') ?? terminal.env['FIELD_INSPECTION_BASE_URL'];
    if (!baseUrl) throw new Misuse('Say where the service is: --base-url https://inspections.example.com');
    // A wrong address is told before anybody types a secret.
    openClient({ baseUrl, apiKey: 'untyped' }, terminal);
    const apiKey = (await terminal.askSecret(`API key for ${baseUrl}: `)).trim();
    if (!apiKey) throw new Misuse('No key was given.');
    const account = { baseUrl, apiKey };
    const reason = await findRefusal(() => openClient(account, terminal).sessions.list({ limit: 1 }));
    if (reason !== undefined) {
      terminal.complain(reason);
      return FAILED;
    }
    const path = await writeAccount(account, terminal);
    terminal.print(`Logged in at ${baseUrl}. The key is in ${path}; field-inspection logout removes it.`);
    return 0;
  },
};

// A key that may not list sessions is a valid key all the same.
async function findRefusal(call: () => PromiseLike<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof PermissionDeniedError) return undefined;
    if (error instanceof AuthenticationError) return 'The service does not know this key. Nothing was kept.';
    throw error;
  }
}

export const logoutCommand: Command = {
  summary: 'forget the key that login kept',
  usage: `Usage: field-inspection logout

Removes the key that login kept from this machine. The key itself stays valid: revoke it where it
was made.`,
  options: {},
  run: async (_given, terminal) => {
    await removeAccount(terminal);
    terminal.print('Logged out: no key is kept here.');
    return 0;
  },
};
