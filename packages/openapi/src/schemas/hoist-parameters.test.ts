import { expect, test } from 'vitest';
import { hoistParameters } from './hoist-parameters.ts';

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const status = (values: string[]) => ({ name: 'status', in: 'query', schema: { enum: values } });
const pointer = { $ref: '#/components/parameters/limit' };
const pathsWith = (...lists: object[][]) =>
  Object.fromEntries(
    lists.map((parameters, index) => [`/${index}`, { get: { parameters: parameters as [] } }]),
  );

test('a parameter of several operations is named once and pointed at', () => {
  expect(hoistParameters(pathsWith([limit], [status(['a']), limit]))).toEqual({
    paths: pathsWith([pointer], [status(['a']), pointer]),
    parameters: { limit },
  });
});

test('a parameter of one operation stays there, and so does a pointer', () => {
  const paths = pathsWith([limit, pointer], []);
  expect(hoistParameters(paths)).toEqual({ paths, parameters: {} });
});

test('of one name with two meanings, the shared one is named when the other is alone', () => {
  const { paths, parameters } = hoistParameters(pathsWith([status(['a'])], [status(['a'])], [status(['b'])]));
  expect(parameters).toEqual({ status: status(['a']) });
  expect(paths['/2']).toEqual({ get: { parameters: [status(['b'])] } });
});

test('of one name with two shared meanings, neither takes the name', () => {
  const paths = pathsWith([status(['a'])], [status(['a'])], [status(['b'])], [status(['b'])]);
  expect(hoistParameters(paths)).toEqual({ paths, parameters: {} });
});
