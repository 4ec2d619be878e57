import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readBer } from '@field-inspection/evidence/asn1';
import {
  answerCrl,
  answerOcsp,
  type AnswerChange,
} from '@field-inspection/evidence/testing/answer-revocation';
import type { TestAuthority, TestIssuer } from '@field-inspection/evidence/testing/create-authority';
import { listenOnLoopback } from './listen-on-loopback.ts';

type Issued = { certificate: Uint8Array; issuer: TestIssuer };

export type Misdeed =
  | AnswerChange
  | 'an error'
  | 'a redirect'
  | 'garbage'
  | 'far too much'
  | 'a closed connection'
  | 'silence'
  | 'a drip'
  | 'no answer';

export type RevocationAuthorityServer = {
  /** `?of=` is the number of a certificate, as served, whose issuer's list is given. */
  ocspUrl: string;
  crlUrl: string;
  serve: (...authorities: TestAuthority[]) => void;
  /** From now on, at both addresses or at one; undefined: it answers as it should. */
  answer: (misdeed: Misdeed | undefined, only?: 'ocsp' | 'crl') => void;
  asked: string[];
  close: () => Promise<void>;
};

const DAY_MS = 86_400_000;

export const startRevocationAuthority = async (clock: {
  now: () => Date;
}): Promise<RevocationAuthorityServer> => {
  let issued: Issued[] = [];
  let wrong: { misdeed: Misdeed | undefined; only: 'ocsp' | 'crl' | undefined } | undefined;
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const kind = request.url!.startsWith('/crl') ? 'crl' : 'ocsp';
    asked.push(kind);
    const misdeed = wrong?.only && wrong.only !== kind ? undefined : wrong?.misdeed;
    if (typeof misdeed === 'string') return MISDEEDS[misdeed](response);
    const now = clock.now().getTime();
    const times = { thisUpdate: new Date(now - 1000), nextUpdate: new Date(now + DAY_MS) };
    const change = { ...times, ...misdeed };
    if (kind === 'ocsp') {
      const found = issued.find((one) => isAskedFor(body, one));
      return send(response, found ? await answerOcsp(found, change) : Buffer.from('30030a0106', 'hex'));
    }
    const index = Number(new URL(request.url!, 'http://x').searchParams.get('of') ?? 0);
    return send(response, await answerCrl(issued[index]!, change));
  });
  const { port, close } = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    ocspUrl: `${origin}/ocsp`,
    crlUrl: `${origin}/crl`,
    serve: (...authorities) => {
      issued = authorities.flatMap(({ certificates, issuers }) =>
        certificates.map((certificate, index) => ({ certificate, issuer: issuers[index]! })),
      );
    },
    answer: (misdeed, only) => {
      wrong = { misdeed, only };
    },
    asked,
    close,
  };
};

const send = (response: ServerResponse, der: Uint8Array): void =>
  void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(der);

/** By the issuer's key and the number, since all certificates of tests have the same few numbers. */
const isAskedFor = (request: Buffer, { certificate, issuer }: Issued): boolean => {
  const { publicKey } = new X509Certificate(issuer.certificate);
  const [, bits] = readBer(publicKey.export({ type: 'spki', format: 'der' })).children;
  const key = createHash('sha1').update(bits!.content.subarray(1)).digest();
  const serial = Buffer.from(new X509Certificate(certificate).serialNumber, 'hex');
  return request.includes(key) && request.subarray(-serial.length).equals(serial);
};

const MISDEEDS: Record<Extract<Misdeed, string>, (response: ServerResponse) => void> = {
  'an error': (response) => void response.writeHead(503).end(),
  'a redirect': (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  garbage: (response) => send(response, Buffer.alloc(500, 0x5a)),
  'far too much': (response) => send(response, Buffer.alloc(2 ** 21, 0x30)),
  'a closed connection': (response) => void response.destroy(),
  silence: () => {},
  'a drip': (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('0'), 20);
    response.on('close', () => clearInterval(timer));
  },
  'no answer': (response) => send(response, Buffer.from('30030a0103', 'hex')),
};
