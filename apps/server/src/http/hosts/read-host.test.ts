import { expect, it } from 'vitest';
import { isOwnHost, readHost } from './read-host.ts';

it.each([
  ['inspect.example.com', 'inspect.example.com'],
  ['INSPECT.Example.com:8443', 'inspect.example.com'],
  ['inspect.example.com.', 'inspect.example.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['[::1]:3000', '[::1]'],
  ['api', 'api'],
  ['my_service:80', 'my_service'],
  ['inspect.example.com..', undefined],
  ['inspect.example.com:', undefined],
  ['inspect.example.com:80:80', undefined],
  ['inspect.example.com, evil.example', undefined],
  ['user@inspect.example.com', undefined],
  ['inspect.example.com/path', undefined],
  ['inspect.example.com evil', undefined],
  ['.example.com', undefined],
  ['b\u00fccher.example', undefined],
  ['', undefined],
])('of the header %j reads %j', (header, host) => {
  expect(readHost(header)).toBe(host);
});

it.each([
  ['inspections.example', true],
  ['internal.svc.cluster.local', true],
  ['127.0.0.1', true],
  ['10.2.3.4', true],
  ['[fd00::1]', true],
  ['localhost', true],
  ['api', true],
  ['evil.example', false],
  ['inspections.example.evil.example', false],
  ['sub.inspections.example', false],
  ['127.0.0.1.evil.example', false],
  ['0x7f.1', false],
  ['127.1', false],
])('whether %s is a host of the service itself: %s', (host, isOwn) => {
  const config = { baseUrl: 'https://inspections.example/app', servedHosts: ['internal.svc.cluster.local'] };
  expect(isOwnHost(config, host)).toBe(isOwn);
});
