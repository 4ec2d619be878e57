import { expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { describeUnknown, describeUsage } from './describe-usage.ts';
import { KEYED_COMMANDS } from './keyed-commands.ts';

const NAMES = ['doctor', 'migrate', ...Object.keys({ ...KEYED_COMMANDS, ...COMMANDS })];

it('--help has one line of meaning below each command, a sentence', () => {
  const [, ...lines] = describeUsage().split('\n');
  const usages = lines.filter((line) => line.startsWith('  script/admin '));
  const meanings = lines.filter((_, index) => index % 2 === 1);
  expect([usages.length, lines.length]).toEqual([NAMES.length, 2 * NAMES.length]);
  for (const meaning of meanings) expect(meaning).toMatch(/^ {6}[A-Z].{10,150}\.$/);
});

it('--help says of each command that needs them that it takes the settings of the server', () => {
  for (const name of [...Object.keys(KEYED_COMMANDS), 'doctor'])
    expect(describeUsage(name)).toMatch(/ Needs the settings of the server\.$/);
  expect(describeUsage('organisation list')).not.toContain('Needs the settings');
});

it('--help after a command, or its first word, shows that alone', () => {
  expect(describeUsage('sso disable').split('\n')).toHaveLength(3);
  expect(describeUsage('sso')).toMatch(/sso show[^]*sso disable/);
  expect(describeUsage('sso')).not.toContain('script/admin member');
});

it.each([
  ['organization list', 'organisation list'],
  ['member lst', 'member list'],
  ['credentials create', 'credential create'],
  ['docter', 'doctor'],
])('"%s" leads to %s alone', (asked, name) => {
  const said = describeUnknown(asked);
  expect(said).toMatch(
    new RegExp(`^There is no command "${asked}"; did you mean this\\?\n  script/admin ${name} `),
  );
  expect(said.split('\n')).toHaveLength(3);
});

it('a word that is near none shows the commands of its kind, or says which kinds there are', () => {
  expect(describeUnknown('sso frobnicate')).toMatch(
    /^There is no command "sso frobnicate"\.\nUsage:[^]*sso show/,
  );
  expect(describeUnknown('sso frobnicate')).not.toContain('script/admin member');
  expect(describeUnknown('frobnicate').split('\n')).toHaveLength(1);
  expect(describeUnknown('frobnicate')).toContain('script/admin --help shows them all');
  expect(describeUnknown('')).toMatch(/^Name a command\.\nUsage:/);
});
