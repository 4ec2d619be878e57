import { expect, it } from 'vitest';
import { withOptions } from './with-options.ts';

it.each([
  ['postgresql://u@db/fis', 'postgresql://u@db/fis?options=-c+a%3D1'],
  ['postgresql://u@db/fis?sslmode=require', 'postgresql://u@db/fis?sslmode=require&options=-c+a%3D1'],
  ['postgresql://u@db/fis?options=-c%20b=2', 'postgresql://u@db/fis?options=-c+b%3D2+-c+a%3D1'],
  ['postgresql://u@/fis?host=/run/pg', 'postgresql://u@/fis?host=%2Frun%2Fpg&options=-c+a%3D1'],
])('adds to %s', (url, expected) => {
  expect(withOptions(url, '-c a=1')).toBe(expected);
});
