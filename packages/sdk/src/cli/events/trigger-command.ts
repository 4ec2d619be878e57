import { ACCOUNT_OPTIONS, openClient, readAccount } from '../account/account.ts';
import { type Command, Misuse, readOnly, readText } from '../command.ts';
import { findListenerFile, readListener } from '../listen/listener.ts';
import { toPrintable } from '../terminal/terminal-text.ts';

/** `trigger TYPE`: a sample of an event, sent as real ones are. */
export const triggerCommand: Command = {
  summary: 'send a sample of an event to an endpoint',
  usage: `Usage: field-inspection trigger <type> [options]

Sends a sample of an event, signed and logged like any other, with test: true in its body.

Options
  --endpoint <id>   to which endpoint; the one of listen unless given
  --base-url <url>  another service than the one of login`,
  options: { ...ACCOUNT_OPTIONS, endpoint: { type: 'string' } },
  run: async (given, terminal) => {
    const type = readOnly(given, {
      missing: 'Say which type, such as session.completed.',
      several: 'Send one type at a time.',
    });
    const account = await readAccount(given, terminal);
    const listener = await readListener(findListenerFile(account, terminal));
    const endpoint = readText(given, 'endpoint') ?? listener?.endpoint;
    if (!endpoint) throw new Misuse('Say to which endpoint: --endpoint <id>, or start listen first.');
    const delivery = await openClient(account, terminal).webhookEndpoints.test(endpoint, {
      event_type: type as 'ping',
    });
    terminal.print(toPrintable(`${delivery.event_type} is on its way: delivery ${delivery.id}`));
    return 0;
  },
};
