import {
  createChoices,
  type Choices,
} from '@field-inspection/server/testing/webhook-simulation/create-choices';

/** FAULTS_SEED repeats a run: the seed is printed. */
export const openDraw = (): Choices => {
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`FAULTS_SEED=${seed}`);
  return createChoices(seed);
};

export const shuffle = <T>({ below }: Pick<Choices, 'below'>, values: readonly T[]): T[] => {
  const rest = [...values];
  return values.map(() => rest.splice(below(rest.length), 1)[0]!);
};
