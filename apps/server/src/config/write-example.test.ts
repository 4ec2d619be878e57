import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT_DIR } from '../paths.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';
import { writeExample } from './write-example.ts';

const example = readFileSync(join(ROOT_DIR, '.env.example'), 'utf8');

describe('.env.example', () => {
  it('is made of the settings: script/pnpm gen writes it anew', () => {
    expect(example).toBe(writeExample());
  });

  it('has a line for each setting, which a program that reads such files takes with its default', () => {
    const read = parseEnv(example.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
    expect(read).toEqual(
      Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].fallback ?? ''])),
    );
  });

  it('asks for what is required, and leaves all else to the defaults', () => {
    const required = SETTING_NAMES.filter((name) => SETTINGS[name].isRequired);
    expect(Object.keys(parseEnv(example)).sort()).toEqual(required.toSorted());
  });
});

describe("the README's settings", () => {
  const rows = [
    ...readFileSync(join(ROOT_DIR, 'README.md'), 'utf8').matchAll(
      /^\| ((?:`[A-Z0-9_]+`(?:, )?)+) +\| ([^|]*)\|/gm,
    ),
  ].map(([, names = '', fallback = '']) => ({
    names: [...names.matchAll(/[A-Z0-9_]+/g)].map(([name]) => name),
    fallback: fallback.trim().replaceAll('`', ''),
  }));

  it('are all there are', () => {
    expect(rows.flatMap(({ names }) => names).sort()).toEqual(SETTING_NAMES.toSorted());
  });

  it('have the same defaults', () => {
    const told = SETTING_NAMES.flatMap((name) => {
      const { fallback } = SETTINGS[name];
      return fallback === undefined ? [] : [[name, fallback]];
    });
    const said = told.map(([name]) => [name, rows.find(({ names }) => names.includes(name!))?.fallback]);
    expect(said).toEqual(told);
  });
});
