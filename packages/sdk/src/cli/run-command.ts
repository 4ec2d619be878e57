import { EvidenceError } from '../evidence.ts';
import { readArguments, USAGE } from './read-arguments.ts';
import { toPrintable } from './terminal-text.ts';
import { verifyFile } from './verify-file.ts';

/** What the program has of the world beside files. */
export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly now: () => Date;
}

export const MISUSED = 2;

/** Runs a command line, and gives its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readArguments(args);
  if (command.kind === 'help') {
    terminal.print(USAGE);
    return 0;
  }
  if (command.kind === 'misuse') {
    terminal.complain(`${toPrintable(command.reason)}\n\n${USAGE}`);
    return MISUSED;
  }
  try {
    const { text, exitCode } = await verifyFile(command, terminal.now());
    terminal.print(text);
    return exitCode;
  } catch (error) {
    // A file that can't be read, or a root that is none: for the faults of what is verified there is a verdict.
    if (!isOfFiles(error)) throw error;
    terminal.complain(toPrintable(error.message));
    return MISUSED;
  }
}

function isOfFiles(error: unknown): error is Error {
  return error instanceof EvidenceError || (error instanceof Error && 'syscall' in error);
}
