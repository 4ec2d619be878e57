import { expect, test } from 'vitest';
import { nameFile } from '../parts/save-file.ts';

test.each([
  ['Dach süd', 'image/jpeg', 'Dach süd.jpg'],
  ['../../etc/passwd', 'image/png', '_etc_passwd.png'],
  ['Κουζίνα <1>', 'image/webp', 'Κουζίνα _1_.webp'],
  ['x'.repeat(100), '', `${'x'.repeat(80)}.jpg`],
])('%s of %s is saved as %s', (name, type, file) => {
  expect(nameFile(name, type)).toBe(file);
});
