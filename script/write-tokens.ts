/** Writes the tokens of packages/ui into what can't import them: style sheets, the report's template, the server. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TOKENS } from '../packages/ui/src/tokens.ts';

const ROOT = path.join(import.meta.dirname, '..');

type Scheme = 'light' | 'dark';

/** An organisation's own colours come before these. */
const BRANDED: Record<Scheme, Record<string, string>> = {
  light: { back: 'brand-back', accent: 'brand-accent', 'accent-hover': 'brand-accent' },
  dark: { accent: 'brand-accent-dark', 'accent-hover': 'brand-accent-dark' },
};

type Write = (name: string, value: string, scheme: Scheme) => string[];

const writeSheet = (write: Write): string => {
  const list = (scheme: Scheme, indent: string) =>
    Object.entries(TOKENS[scheme])
      .flatMap(([name, colour]) => write(name, colour, scheme))
      .map((line) => `${indent}${line}`);
  return [
    ':root {',
    '  color-scheme: light dark;',
    ...list('light', '  '),
    ...Object.entries(TOKENS.radius).flatMap(([name, size]) =>
      write(name, size, 'light').map((line) => `  ${line}`),
    ),
    '}',
    '',
    '@media (prefers-color-scheme: dark) {',
    '  :root {',
    ...list('dark', '    '),
    '  }',
    '}',
  ].join('\n');
};

const writeBranded: Write = (name, value, scheme) => {
  const brand = BRANDED[scheme][name];
  return [`--${name}: ${brand ? `var(--${brand}, ${value})` : value};`];
};

/** The documents are nobody's own, and each page of them pays for what it does not use. */
const writePlain: Write = (name, value) =>
  /^(accent-hover|on-accent|line|radius-large|.*-back)$/.test(name) ? [] : [`--${name}: ${value};`];

/** A part that is light whatever the page is. */
const writeLight = (): string =>
  (['text', 'quiet', 'card', 'on-accent', 'faint'] as const)
    .map((name) => `  --${name}: ${TOKENS.light[name]};`)
    .join('\n');

/** Paper has the light colours. */
const PAPER = {
  ink: 'text',
  soft: 'quiet',
  hair: 'faint',
  tint: 'back',
  amber: 'doubt',
  green: 'good',
  red: 'error',
} as const;

const writePaper = (): string =>
  Object.entries(PAPER)
    .map(([name, token]) => `#let ${name} = rgb("${TOKENS.light[token]}")`)
    .join('\n');

const writeServer = (): string => {
  const list = (scheme: Scheme) =>
    Object.entries(TOKENS[scheme]).map(([name, colour]) => {
      const key = name.includes('-') ? `'${name}'` : name;
      return `    ${key}: '${colour}',`;
    });
  const lines = ['  light: {', ...list('light'), '  },', '  dark: {', ...list('dark'), '  },'];
  return ['export const HOUSE_COLOURS = {', ...lines, '} as const;'].join('\n');
};

const TARGETS: { file: string; mark: [open: string, close: string]; write: () => string }[] = [
  {
    file: 'packages/ui/src/ui.css',
    mark: ['/* tokens */', '/* end of tokens */'],
    write: () => writeSheet(writeBranded),
  },
  {
    file: 'apps/server/src/http/pages/static/pages.css',
    mark: ['/* tokens */', '/* end of tokens */'],
    write: () => writeSheet(writePlain),
  },
  {
    file: 'apps/console/src/console.css',
    mark: ['  /* light tokens */', '  /* end of light tokens */'],
    write: writeLight,
  },
  {
    file: 'apps/server/src/features/reports/rendering/template/theme.typ',
    mark: ['// tokens', '// end of tokens'],
    write: writePaper,
  },
  {
    file: 'apps/server/src/platform/house-colours.ts',
    mark: ['// tokens', '// end of tokens'],
    write: writeServer,
  },
];

/** Each file as it is, and with the tokens between its marks. */
export const fillTargets = (): { file: string; now: string; filled: string }[] =>
  TARGETS.map(({ file, mark: [open, close], write }) => {
    const now = readFileSync(path.join(ROOT, file), 'utf8');
    const [before, , after] = splitAtMarks(now, open, close);
    return { file, now, filled: `${before}${open}\n${write()}\n${close}${after}` };
  });

const splitAtMarks = (text: string, open: string, close: string): [string, string, string] => {
  const from = text.indexOf(`${open}\n`);
  const to = text.indexOf(close, from);
  if (from === -1 || to === -1) throw new Error(`A file has no ${open} or ${close}.`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to + close.length)];
};

if (import.meta.main) {
  for (const { file, filled } of fillTargets()) writeFileSync(path.join(ROOT, file), filled);
}
