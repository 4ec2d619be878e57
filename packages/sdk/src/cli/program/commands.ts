import { loginCommand } from '../account/login-command.ts';
import { logoutCommand } from '../account/logout-command.ts';
import type { Command } from '../command.ts';
import { eventsCommand } from '../events/events-command.ts';
import { listenCommand } from '../listen/listen-command.ts';
import { triggerCommand } from '../events/trigger-command.ts';
import { verifyCommand } from '../verify/verify-command.ts';

/** Every command, by its name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  verify: verifyCommand,
  listen: listenCommand,
  trigger: triggerCommand,
  events: eventsCommand,
  login: loginCommand,
  logout: logoutCommand,
};
