import { createJudge } from '@field-inspection/server/testing/create-judge';
import { READERS } from '@field-inspection/server/testing/list-readers';
import { listRequests } from './list-requests.ts';
import type { Growing } from './measure-growth.ts';
import { listStructures, listTexts, readText, type Shape } from '../requests/shapes.ts';

/** Lists the texts that a request may bring, at each position of each route, and the other readers of texts of others. */
export const listGrowing = (): Growing<unknown>[] => {
  const judge = createJudge();
  const requests = listRequests().map((request) => growingOf({ ...request, handle: judge }));
  return [...requests, ...listReading()];
};

/** Tokens, cursors, headers and messages that no schema of the contract judges. */
const listReading = (): Growing<unknown>[] =>
  READERS.flatMap(({ name, largest, read }) =>
    [...listTexts('').map(asText), ...listStructures('"a"')].map((shape) =>
      growingOf({
        name: `${name}: ${shape.name}`,
        largest,
        make: (size: number) => shape.make(size).slice(0, largest),
        handle: read,
      }),
    ),
  );

const asText = ({ name, make }: Shape): Shape => ({ name, make: (size) => readText(make(size)) });

/** A source makes the input that it handles, so that the measurement needs no type of it. */
const growingOf = <Input>(growing: Growing<Input>): Growing<unknown> => growing as Growing<unknown>;
