import type { GivenShots, LocaleCode, LocalizedText, Shot } from '@field-inspection/contract';
import { invalidParts } from '../refusal.ts';

export const storeShots = (given: GivenShots = []): Shot[] =>
  given.map(({ slot, label, required = true, hint = {} }) => ({ slot, label, required, hint }));

export const showShots = (shots: readonly Shot[], locale: LocaleCode) =>
  shots.map(({ slot, label, required, hint }) => ({
    slot,
    label: chooseText(label, locale),
    required,
    hint: chooseText(hint, locale),
  }));

/**
 * Prefers the locale, then English, then the first text.
 *
 * @returns '' without any text
 * @example chooseText({ en: 'Roof', de: 'Dach' }, 'it'); // 'Roof'
 */
export const chooseText = (texts: LocalizedText, locale: LocaleCode): string =>
  texts[locale] ?? texts['en'] ?? Object.values(texts)[0] ?? '';

/**
 * Evidence belongs to one of the session's shots; where the session asks for none, any word is a slot.
 *
 * @param path where the request names it
 * @throws {Refusal} validation_error
 */
export const requireSlot = (shots: readonly Shot[], slot: string | undefined, path: string): void => {
  const slots = shots.map((shot) => shot.slot);
  if (!slot || slots.length === 0 || slots.includes(slot)) return;
  const message = `must be one of what the session asks for: ${slots.join(', ')}`;
  throw invalidParts([{ path, code: 'invalid_value', message }]);
};

export const listMissing = (shots: readonly Shot[], there: Iterable<string>): string[] => {
  const slots = new Set(there);
  return shots.filter(({ slot, required }) => required && !slots.has(slot)).map(({ slot }) => slot);
};
