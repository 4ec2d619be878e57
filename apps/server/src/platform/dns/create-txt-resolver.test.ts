import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTxtResolver, type ResolveTxt } from './create-txt-resolver.ts';

/** The DNS server is on loopback and knows two names (RFC 1035): one with texts, one without. */
const server = createSocket('udp4');
let resolveTxt: ResolveTxt;
beforeAll(async () => {
  server.on('message', (query, { port, address }) => server.send(answer(query), port, address));
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  resolveTxt = createTxtResolver([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const TEXTS: Record<string, string[][]> = {
  '_field-inspection.inspect.example.com': [['v=spf1 -all'], ['field-inspection-', 'verification=abc']],
};

const REFUSED: Record<string, number> = { 'broken.example.com': 2, 'nothing.example.com': 3 };

const answer = (query: Buffer): Buffer => {
  const name = readName(query);
  const question = query.subarray(12, 12 + name.length + 2 + 4);
  const texts = TEXTS[name] ?? [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (REFUSED[name] ?? 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, question, ...texts.map(writeTxt)]);
};

const readName = (query: Buffer): string => {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += 1 + query[at]!)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
};

const writeTxt = (parts: string[]): Buffer => {
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

it('gives the texts of a name, each whole', async () => {
  expect(await resolveTxt('_field-inspection.inspect.example.com')).toEqual(
    expect.arrayContaining(['v=spf1 -all', 'field-inspection-verification=abc']),
  );
});

it.each(['empty.example.com', 'nothing.example.com'])('gives none where there are none: %s', async (name) => {
  expect(await resolveTxt(name)).toEqual([]);
});

it('fails where the server fails, so that nobody takes that for no record', async () => {
  await expect(resolveTxt('broken.example.com')).rejects.toThrow();
});
