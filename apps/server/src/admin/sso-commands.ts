import { disableSsoByHost, showSsoToHost } from '../features/sso/settings/operate-sso.ts';
import { found, requireOrganisation, sayRefusal, type Command } from './command.ts';

const NO_CONNECTION =
  'This organisation has no connection to an identity provider. PUT /v1/org/sso makes one (docs/sign-on.md).';

export const SSO_COMMANDS: Record<string, Command> = {
  'sso show': {
    meaning: 'Shows the connection of an organisation to its identity provider, without secrets.',
    usage: '--organisation ID',
    run: async (context, options) => {
      const { id } = await requireOrganisation(context, options);
      return found(await showSsoToHost(context, id), NO_CONNECTION);
    },
  },
  'sso disable': {
    meaning: 'Turns the sign-on and its enforcement off; who turns it on again activates it anew.',
    usage: '--organisation ID',
    run: async (context, options) => {
      const { id } = await requireOrganisation(context, options);
      const disable = context.transact((tx) => disableSsoByHost(context, tx, id));
      return found(await disable.catch(sayRefusal), NO_CONNECTION);
    },
  },
};
