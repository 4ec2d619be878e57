import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Given, Misuse } from './command.ts';

/** What stands after a command's name. */
export function readGiven(given: readonly string[], options: ParseArgsOptionsConfig): Given {
  const args = [...given];
  refuseMisuse(args, options);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return { values: values as Given['values'], positionals };
}

// Node's own sentences on what it can't parse are about its API, and differ from version to version.
function refuseMisuse(args: string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) throw new Misuse(`There is no option ${rawName}.`);
    const takesValue = options[name]!.type === 'string';
    if (!takesValue && value !== undefined) throw new Misuse(`${rawName} takes no value.`);
    // What looks like the next option is none of this one's, unless `=` says so.
    if (takesValue && (!value || (!inlineValue && value.startsWith('-')))) {
      throw new Misuse(`${rawName} needs a value.`);
    }
  }
}
