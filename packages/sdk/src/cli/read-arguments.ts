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
  2  the command could not be run, or the file is neither a PDF nor a ZIP file`;

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
export function readArguments(given: readonly string[]): Command {
  const args = [...given];
  const misuse = findMisuse(args);
  if (misuse !== undefined) return { kind: 'misuse', reason: misuse };

  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
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

// Node's own sentences on what it can't parse are about its API, and differ from version to version.
function findMisuse(args: string[]): string | undefined {
  const { tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!isOption(name)) return `There is no option ${rawName}.`;
    const takesValue = OPTIONS[name].type === 'string';
    if (!takesValue && value !== undefined) return `${rawName} takes no value.`;
    // What looks like the next option is none of this one's, unless `=` says so.
    if (takesValue && (!value || (!inlineValue && value.startsWith('-')))) return `${rawName} needs a value.`;
  }
  return undefined;
}

const isOption = (name: string): name is keyof typeof OPTIONS => Object.hasOwn(OPTIONS, name);
