import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { LOCALES } from '@field-inspection/contract';
import { formatMessage } from '@field-inspection/messages';
import { describe, expect, it } from 'vitest';
import { CONSENT_TEXT_VERSION } from '../../consents/exports/consent-text-version.ts';
import { formatFieldText, listFieldTexts, type FieldTextKey } from './list-field-texts.ts';

const SOURCES = new URL('../../../../../field/src/', import.meta.url);
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(new URL(name, SOURCES), 'utf8') }));
const code = sources.map(({ text }) => text).join('\n');

describe('listFieldTexts', () => {
  it.each(LOCALES)(
    'is at most 3 kB, compressed, in %s for the first load, again for what comes while one joins, for the screens, and for those in which one draws',
    (locale) => {
      const { frame, inside, screens, drawing } = listFieldTexts(locale);
      for (const texts of [frame, inside, screens, drawing]) {
        expect(JSON.parse(JSON.stringify(texts))).toEqual(texts);
        expect(gzipSync(JSON.stringify(texts)).length).toBeLessThanOrEqual(3 * 1024);
      }
    },
  );

  it('has each text that the application says, and says each that it has', () => {
    const said = [...code.matchAll(/'(field\.[a-z_]+\.[a-z_]+)'/g)].map(([, key]) => key);
    const patterns = [...code.matchAll(/`(field\.[\w.]+)\$\{[^}]+\}(\w*)`/g)].map(
      ([, start, end]) => new RegExp(`^${start}[a-z_]+${end}$`),
    );
    const { frame, inside, screens, drawing } = listFieldTexts('en');
    const keys = Object.keys({ ...frame, ...inside, ...screens, ...drawing });
    expect(said.filter((key) => !keys.includes(key!))).toEqual([]);
    const silent = keys.filter((key) => !said.includes(key) && !patterns.some((each) => each.test(key)));
    expect(silent).toEqual([]);
  });

  it('is said where it is there: what the drawing screens say alone, by them alone', () => {
    const elsewhere = sources
      .filter(({ name, text }) => !name.startsWith('draw/') && /['`]field\.draw\./.test(text))
      .map(({ name }) => name);
    expect(elsewhere).toEqual([]);
    // The end shows left drawings without the texts of the drawing screens.
    expect(sources.find(({ name }) => name === 'draw/left-drawings.tsx')!.text).not.toContain('field.draw.');
  });

  it('asks for consent with texts that have a version of their own: whoever changes one gives them a new version', () => {
    const asked = LOCALES.map((locale) =>
      Object.entries(listFieldTexts(locale).inside).filter(([key]) => key.startsWith('field.consent.')),
    );
    const digest = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
    expect([CONSENT_TEXT_VERSION, digest]).toEqual(['2026-11-30.3', '5d9b858821e87af8']);
  });

  it.each(LOCALES)('is filled in by the browser as by the server in %s', (locale) => {
    const { tag, frame } = listFieldTexts(locale);
    for (const attempts of [0, 1, 2, 3, 4, 5]) {
      const values = { attempts } as unknown as Record<string, string>;
      expect(formatMessage(frame['field.code.attempts']!, { attempts }, tag)).toBe(
        formatFieldText(locale, 'field.code.attempts' as FieldTextKey, values),
      );
    }
  });
});
