import type { Shot, ShotInput } from '@field-inspection/sdk';

/** Puts one more after what was asked for; its slot is the first number that none of them has. */
export const addShot = (shots: readonly Shot[], text: string, language: string): ShotInput[] => {
  const slots = new Set(shots.map(({ slot }) => slot));
  let number = shots.length + 1;
  while (slots.has(`shot-${number}`)) number += 1;
  return [...shots, { slot: `shot-${number}`, label: { [language]: text } }];
};
