import { fitText, measureLine } from '@field-inspection/drawing';
import { expect, test } from 'vitest';
import { measureRuns, outlineTexts } from './outline-texts.ts';

const CANVAS = { width: 4000, height: 3000 };

/** The letters of the 14 locales, and the signs of an inspection. */
const LETTERS =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-()/%&+"ÄÖÜäöüßẞÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»ÌÒìòÁÍÑÓÚáíñóú¿¡ĄĆĘŁŃŚŹŻąćęłńśźż„”ĂȘȚășțΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰŐŰőűÃÕãõČĎĚŇŘŠŤŮÝŽčďěňřšťůýžÅåАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюя№m²°C±×÷€%‰–—…•§µØ';

test('a device knows how wide the service sets each letter', () => {
  const letters = [...new Set(LETTERS)];
  const widths = measureRuns(letters.map((text) => ({ family: 'Noto Sans', text })));
  const wrong = letters.filter((letter, at) => Math.abs(measureLine(letter) - widths[at]!) > 0.02);
  expect(wrong).toEqual([]);
});

test.each([
  'The flashing at the chimney is loose, and water has come in below it. '.repeat(3),
  'Η στεγάνωση της καμινάδας έχει χαλαρώσει και έχει μπει νερό. '.repeat(4),
  'Обшивката на комина е хлабава и под нея е влязла вода. '.repeat(4),
  'W'.repeat(250),
  '漢字🏠'.repeat(60),
])('what a device has fitted into its canvas is inside the picture that the service makes: %#', (text) => {
  for (const at of [
    [0, 0],
    [3999, 2999],
  ] as const) {
    const { text: fitted, at: point, size } = fitText({ text, at: [...at], size: 250 }, CANVAS);
    const [data] = outlineTexts([{ text: fitted, x: point[0], y: point[1], size }]);
    const points = [...data!.matchAll(/(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)/g)];
    const [xs, ys] = [1, 2].map((part) => points.map((found) => Number(found[part])));
    expect(Math.min(...xs!, ...ys!)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs!)).toBeLessThanOrEqual(CANVAS.width);
    expect(Math.max(...ys!)).toBeLessThanOrEqual(CANVAS.height);
  }
});
