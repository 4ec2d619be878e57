import { VERSION } from '../../requests/version.ts';
import { EvidenceError } from '../../evidence.ts';
import { FieldInspectionError, UsageError } from '@field-inspection/sdk';
import { type Command, FAILED, Hindrance, Misuse, MISUSED, type Given } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { alignColumns, toPrintable } from '../terminal/terminal-text.ts';
import { loginCommand, logoutCommand } from '../account/login-command.ts';
import { eventsCommand, triggerCommand } from '../events/events-command.ts';
import { listenCommand } from '../listen/listen-command.ts';
import { verifyCommand } from '../verify/verify-command.ts';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

const COMMANDS: Readonly<Record<string, Command>> = {
  verify: verifyCommand,
  listen: listenCommand,
  trigger: triggerCommand,
  events: eventsCommand,
  login: loginCommand,
  logout: logoutCommand,
};

/** Runs a command line, and gives its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return show(VERSION, terminal);
  if (name === '--help' || name === '-h') return show(USAGE, terminal);
  if (name === 'help') return showHelp(rest[0], terminal);
  if (name === undefined) return misuse('Say what to do.', { usage: USAGE, terminal });
  if (!Object.hasOwn(COMMANDS, name)) {
    return misuse(`There is no command ${name}.`, { usage: USAGE, terminal });
  }
  return run(COMMANDS[name]!, { args: rest, terminal });
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

async function run(command: Command, { args, terminal }: { args: readonly string[]; terminal: Terminal }) {
  try {
    const given = readGiven(args, { ...command.options, ...HELP });
    return given.values['help'] ? show(command.usage, terminal) : await command.run(given, terminal);
  } catch (error) {
    if (error instanceof Misuse) return misuse(error.message, { usage: command.usage, terminal });
    // A fault that a person can mend is told in words, which a stack would hide.
    if (!(error instanceof Error) || !isOfTheWorld(error)) throw error;
    terminal.complain(toPrintable(nameFileFault(error)));
    return isOfService(error) ? FAILED : MISUSED;
  }
}

// Faults of a verified file have a verdict: an error means an unreadable file, or an invalid root.
const isOfFiles = (error: Error): boolean => error instanceof EvidenceError || 'syscall' in error;

const isOfTheWorld = (error: Error): boolean =>
  isOfFiles(error) || error instanceof Hindrance || error instanceof FieldInspectionError;

// Usage errors come before anything is sent, as for an address that ends in /v1.
const isOfService = (error: Error): boolean =>
  error instanceof FieldInspectionError && !(error instanceof UsageError);

function showHelp(name: string | undefined, terminal: Terminal): number {
  if (name === undefined) return show(USAGE, terminal);
  if (Object.hasOwn(COMMANDS, name)) return show(COMMANDS[name]!.usage, terminal);
  return misuse(`There is no command ${name}.`, { usage: USAGE, terminal });
}

function show(text: string, terminal: Terminal): number {
  terminal.print(text);
  return 0;
}

function misuse(reason: string, { usage, terminal }: { usage: string; terminal: Terminal }): number {
  terminal.complain(`${toPrintable(reason)}\n\n${usage}`);
  return MISUSED;
}

const USAGE = `Usage: field-inspection <command> [options]

Commands
${alignColumns(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary])).join('\n')}

field-inspection help <command> says more of one. --version shows the version.

The key: FIELD_INSPECTION_API_KEY, or the one that login keeps.
The address: FIELD_INSPECTION_BASE_URL, or the one that login keeps.`;

/** The system's message about an unreadable file is for programmers, so a sentence replaces it. */
function nameFileFault(error: Error): string {
  const { code = '', syscall = '', path = 'This' } = error as NodeJS.ErrnoException;
  const say = syscall === 'open' || syscall === 'read' ? FAULTS[code] : undefined;
  return say ? say(path) : error.message;
}

const FAULTS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}.`,
  EISDIR: (path) => `${path} is a folder: name a file.`,
  EACCES: (path) => `You may not read ${path}.`,
};

function readGiven(given: readonly string[], options: ParseArgsOptionsConfig): Given {
  const args = [...given];
  refuseMisuse(args, options);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return { values: values as Given['values'], positionals };
}

// Node's own sentences are about its API, and differ between versions.
function refuseMisuse(args: string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) throw new Misuse(`There is no option ${rawName}.`);
    const takesValue = options[name]!.type === 'string';
    if (!takesValue && value !== undefined) throw new Misuse(`${rawName} takes no value.`);
    // An argument that looks like an option is a value only behind `=`.
    if (takesValue && (!value || (!inlineValue && value.startsWith('-')))) {
      throw new Misuse(`${rawName} needs a value.`);
    }
  }
}
