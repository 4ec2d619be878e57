import type { Command } from '../command.ts';
import { removeAccount } from './account.ts';

/** `logout`: forgets the key. */
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
