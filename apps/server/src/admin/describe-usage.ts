import { suggest } from '@field-inspection/contract';
import { COMMANDS } from './commands.ts';
import { KEYED_COMMANDS } from './keyed-commands.ts';

type Described = { usage: string; meaning: string };

const NEEDS_SETTINGS = 'Needs the settings of the server.';

const FIRST: Record<string, Described> = {
  doctor: {
    usage: '',
    meaning: `Says what is wrong with the settings and with all that they name. ${NEEDS_SETTINGS}`,
  },
  migrate: {
    usage: '[--dry-run]',
    meaning: 'Brings the tables up to date, as a start does; --dry-run lists what is missing.',
  },
};

const KEYED = Object.entries(KEYED_COMMANDS).map(([name, { usage, meaning }]): [string, Described] => [
  name,
  { usage, meaning: `${meaning} ${NEEDS_SETTINGS}` },
]);

const kindOf = (name: string): string => name.split(' ')[0]!;

// A kind is listed as a whole, whichever settings a command of it needs.
const listCommands = (): [string, Described][] => {
  const commands = [...Object.entries(FIRST), ...KEYED, ...Object.entries<Described>(COMMANDS)];
  const kinds = [...new Set(commands.map(([name]) => kindOf(name)))];
  return kinds.flatMap((kind) => commands.filter(([name]) => kindOf(name) === kind));
};

const show = (commands: [string, Described][]): string =>
  commands
    .map(
      ([name, { usage, meaning }]) =>
        `  script/admin ${`${name} ${usage}`.trim()} [--json]\n      ${meaning}`,
    )
    .join('\n');

/** Shows the command that is named, else those of its kind, else all. */
export const describeUsage = (asked = ''): string => {
  const all = listCommands();
  const named = all.filter(([name]) => name === asked);
  const ofKind = all.filter(([name]) => kindOf(name) === kindOf(asked));
  return `Usage:\n${show([named, ofKind, all].find((commands) => commands.length > 0)!)}`;
};

/** Shows what may have been meant, and not all that there is. */
export const describeUnknown = (asked: string): string => {
  if (asked === '') return `Name a command.\n${describeUsage()}`;
  const words = `There is no command "${asked}"`;
  const all = listCommands();
  const kinds = [...new Set(all.map(([name]) => kindOf(name)))];
  const kind = findNearest(kindOf(asked), kinds);
  if (kind === undefined)
    return `${words}. Commands begin with ${kinds.join(', ')}: script/admin --help shows them all.`;
  const names = all.flatMap(([name]) => (kindOf(name) === kind ? [name.slice(kind.length).trim()] : []));
  const rest = findNearest(asked.slice(kindOf(asked).length).trim(), names);
  if (rest === undefined) return `${words}.\n${describeUsage(kind)}`;
  const meant = all.filter(([name]) => name === `${kind} ${rest}`.trim());
  return `${words}; did you mean this?\n${show(meant)}`;
};

const findNearest = (asked: string, known: string[]): string | undefined => {
  if (known.includes(asked)) return asked;
  const said = suggest(asked, known);
  return known.find((name) => said === `; did you mean ${name}?`);
};
