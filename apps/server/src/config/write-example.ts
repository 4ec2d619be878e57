import { writeFileSync } from 'node:fs';
import { GROUPS, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

const HEAD = `# The settings of the Field Inspection Service. script/pnpm gen makes this file of apps/server/src/config/settings.ts.
# Copy it to .env, and give a value to each that is required. A line "#NAME=" shows the default, where there is one.
# A secret may lie in a file instead: DATABASE_URL_FILE=/run/secrets/database_url in place of DATABASE_URL.
`;

/** Gives the text of `.env.example`. */
export const writeExample = (): string => [HEAD, ...GROUPS.map(writeGroup)].join('\n');

const writeGroup = (group: (typeof GROUPS)[number]): string => {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].group === group);
  return [`## ${group}\n`, ...names.map(writeSetting)].join('\n');
};

const writeSetting = (name: SettingName): string => {
  const { words, fallback = '', isRequired, isSecret } = SETTINGS[name];
  const notes = [...(isRequired ? ['required'] : []), ...(isSecret ? [`or ${name}_FILE`] : [])];
  const said = notes.length === 0 ? words : `${words} (${notes.join('; ')})`;
  return `# ${said}\n${isRequired ? '' : '#'}${name}=${quote(fallback)}\n`;
};

/** Shells, systemd, Node.js and compose all take a value with blanks in quotes. */
const quote = (value: string): string => (/[ <>]/.test(value) ? `'${value}'` : value);

if (import.meta.main) writeFileSync(new URL('../../../../.env.example', import.meta.url), writeExample());
