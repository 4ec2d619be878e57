import { expect, it } from 'vitest';
import { signDomainOf, signUrlOf } from './message-links.ts';

const config = { baseUrl: 'https://inspections.example/app' } as never;
const linkOf = (provider: string, linkDomain: string | null) =>
  signUrlOf({ config }, { token: 'abc', linkDomain: signDomainOf({ provider }, linkDomain) });

it('leads to the domain of the organisation, below the path of BASE_URL', () => {
  expect(linkOf('demo', 'inspect.example.com')).toBe('https://inspect.example.com/app/sign#abc');
  expect(linkOf('demo', null)).toBe('https://inspections.example/app/sign#abc');
});

it('stays at the own host where a remote provider sends the signer back to that alone', () => {
  expect(linkOf('csc', 'inspect.example.com')).toBe('https://inspections.example/app/sign#abc');
});
