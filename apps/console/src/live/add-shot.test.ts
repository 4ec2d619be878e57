import { expect, it } from 'vitest';
import { addShot } from './add-shot.ts';

const shot = (slot: string) => ({ slot, label: { en: slot }, required: true, hint: {} });

it('another photo is asked for after those before, by a slot that none of them has', () => {
  const shots = [shot('roof'), shot('shot-3')];
  expect(addShot(shots, 'Der Kamin', 'de')).toEqual([
    ...shots,
    { slot: 'shot-4', label: { de: 'Der Kamin' } },
  ]);
  expect(addShot([], 'Roof', 'en')).toEqual([{ slot: 'shot-1', label: { en: 'Roof' } }]);
});
