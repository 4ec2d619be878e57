import { disableSsoByHost, showSsoToHost } from '../features/sso/settings/operate-sso.ts';
import { found, sayRefusal, type Command } from './command.ts';

export const SSO_COMMANDS: Record<string, Command> = {
  'sso show': {
    usage: '--organisation ID',
    run: async (context, options) => found(await showSsoToHost(context, options.uuid('organisation'))),
  },
  'sso disable': {
    usage: '--organisation ID',
    run: async (context, options) => {
      const organisationId = options.uuid('organisation');
      const disable = context.transact((tx) => disableSsoByHost(context, tx, organisationId));
      return found(await disable.catch(sayRefusal));
    },
  },
};
