import { createJudge } from '@field-inspection/server/testing/create-judge';
import { READERS } from '@field-inspection/server/testing/list-readers';
import { listRequests } from './list-requests.ts';
import type { Growing } from './measure-growth.ts';
import { listStructures, listTexts, readText, type Shape } from '../requests/shapes.ts';

export const listGrowing = (): Growing<unknown>[] => {
  const judge = createJudge();
  const requests = listRequests().map((request) => growingOf({ ...request, handle: judge }));
  return [...requests, ...listReading()];
};

/** No schema of the contract judges these tokens, cursors, headers and messages. */
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

/** A source makes the input that it handles, so the measurement need not know its type. */
const growingOf = <Input>(growing: Growing<Input>): Growing<unknown> => growing as Growing<unknown>;
