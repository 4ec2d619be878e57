import { parseArgs } from 'node:util';

export const USAGE = `Usage: npx @field-inspection/sdk verify <report.pdf | bundle.zip> [options]

Verifies a report or an evidence bundle, offline: that nothing in it was changed, and since
when. Which of the two a file is, its first bytes tell.

Options
  --roots <file>      root certificates (PEM) that you trust, from the authorities themselves;
                      can be given several times. For a report: of who seals and signs;
                      for a bundle: of the timestamp authorities
  --tsa-roots <file>  those of the timestamp authorities, likewise
  --head <hash>       the audit_chain_hash that a bundle's chain must have, as you kept it
  --json              the verdict as one line of JSON

Exit codes
  0  report trusted, bundle verified: somebody whom you trust vouches for it
  3  report untrusted, bundle intact: nothing is wrong, but nobody whom you trust vouches for it
  1  report invalid, bundle broken: something was changed; it says where
  2  the command could not be run`;

export interface VerifyCommand {
  readonly kind: 'verify';
  readonly path: string;
  readonly roots: readonly string[];
  readonly tsaRoots: readonly string[];
  readonly head: string | undefined;
  readonly json: boolean;
}

export type Command =
  VerifyCommand | { readonly kind: 'help' } | { readonly kind: 'misuse'; readonly reason: string };

const OPTIONS = {
  roots: { type: 'string', multiple: true },
  'tsa-roots': { type: 'string', multiple: true },
  head: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What a command line asks for. */
export function readArguments(args: readonly string[]): Command {
  const parsed = tryParse(args);
  if (typeof parsed === 'string') return { kind: 'misuse', reason: parsed };

  const { values, positionals } = parsed;
  const [name, path, ...rest] = positionals;
  if (values.help) return { kind: 'help' };
  if (name === undefined) return { kind: 'misuse', reason: 'Say what to do.' };
  if (name !== 'verify') return { kind: 'misuse', reason: `There is no command ${name}.` };
  if (path === undefined) return { kind: 'misuse', reason: 'Say which report or bundle to verify.' };
  if (rest.length > 0) return { kind: 'misuse', reason: 'Verify one file at a time.' };
  return {
    kind: 'verify',
    path,
    roots: values.roots ?? [],
    tsaRoots: values['tsa-roots'] ?? [],
    head: values.head,
    json: values.json ?? false,
  };
}

function tryParse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return (error as Error).message;
  }
}
