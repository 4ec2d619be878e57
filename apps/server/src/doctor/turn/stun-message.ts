import { createHash, createHmac } from 'node:crypto';

/** The types and attributes of STUN (RFC 8489) and TURN (RFC 8656) that an allocation takes. */
export const ALLOCATE = 0x0003;
export const REFRESH = 0x0004;
export const ALLOCATED = 0x0103;
const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const LIFETIME = 0x000d;
const REALM = 0x0014;
const NONCE = 0x0015;
const REQUESTED_TRANSPORT = 0x0019;

const COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const UDP = 17;

export type Answer = { type: number; error: number | undefined; realm: Buffer; nonce: Buffer };
export type Login = { username: string; password: string; realm: Buffer; nonce: Buffer };

/** With a login the request is signed. */
export const buildRequest = (type: number, id: Buffer, login?: Login): Buffer => {
  const attributes = [
    type === ALLOCATE
      ? attribute(REQUESTED_TRANSPORT, Buffer.from([UDP, 0, 0, 0]))
      : attribute(LIFETIME, Buffer.alloc(4)),
  ];
  if (!login) return message({ type, id }, attributes);
  attributes.push(
    attribute(USERNAME, Buffer.from(login.username)),
    attribute(REALM, login.realm),
    attribute(NONCE, login.nonce),
  );
  const key = createHash('md5')
    .update(`${login.username}:${login.realm.toString()}:${login.password}`)
    .digest();
  // The length that is signed has the signature in it (RFC 8489, 14.5).
  const signed = message({ type, id }, attributes, INTEGRITY_BYTES);
  const signature = createHmac('sha1', key).update(signed).digest();
  return message({ type, id }, [...attributes, attribute(INTEGRITY, signature)]);
};

const INTEGRITY_BYTES = 24;

export const readAnswer = (bytes: Buffer, id: Buffer): Answer | undefined => {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== COOKIE) return undefined;
  const end = HEADER_BYTES + bytes.readUInt16BE(2);
  if (bytes.length < end || !bytes.subarray(8, HEADER_BYTES).equals(id)) return undefined;
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= end;) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, Math.min(at + 4 + length, end)));
    at += 4 + length + padding(length);
  }
  const code = found.get(ERROR_CODE);
  return {
    type: bytes.readUInt16BE(0),
    error: code && code.length >= 4 ? (code[2]! & 0x7) * 100 + code[3]! : undefined,
    realm: found.get(REALM) ?? Buffer.alloc(0),
    nonce: found.get(NONCE) ?? Buffer.alloc(0),
  };
};

const message = ({ type, id }: { type: number; id: Buffer }, attributes: Buffer[], moreBytes = 0): Buffer => {
  const body = Buffer.concat(attributes);
  const header = Buffer.alloc(8);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length + moreBytes, 2);
  header.writeUInt32BE(COOKIE, 4);
  return Buffer.concat([header, id, body]);
};

const attribute = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc(padding(value.length))]);
};

const padding = (length: number): number => (4 - (length % 4)) % 4;
