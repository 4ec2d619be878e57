import type { LocaleCode } from '@field-inspection/contract';

export type Look = {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
};

const SMALL_LIGHT: Look = { name: '320-light', viewport: { width: 320, height: 640 }, colorScheme: 'light' };
const SMALL_DARK: Look = { name: '320-dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' };
const PHONE_LIGHT: Look = { name: '390-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' };
const PHONE_DARK: Look = { name: '390-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' };
const DESKTOP: Look = { name: '1280-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' };

/**
 * Each locale's looks: every width, both schemes, and every screen stand in some picture. German has the longest
 * words, and Greek other letters. All of them together would be 500 pictures that show the same.
 */
export const LOOKS: Partial<Record<LocaleCode, readonly Look[]>> = {
  en: [SMALL_LIGHT, PHONE_DARK, DESKTOP],
  de: [SMALL_DARK],
  el: [PHONE_LIGHT],
};
