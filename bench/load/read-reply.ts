export type Reply = { status: number; body: string };

const HEAD_END = '\r\n\r\n';

/** Reads replies off one connection, each of which is asked for after the one before has come. */
export const readReply = (): ((chunk: Buffer) => Reply | undefined) => {
  let parts: Buffer[] = [];
  let length = 0;
  let head: { status: number; end: number } | undefined;
  return (chunk) => {
    parts.push(chunk);
    length += chunk.length;
    head ??= readHead(Buffer.concat(parts));
    if (!head || length < head.end) return undefined;
    const whole = Buffer.concat(parts);
    const body = whole.toString('utf8', whole.indexOf(HEAD_END) + HEAD_END.length);
    const { status } = head;
    [parts, length, head] = [[], 0, undefined];
    return { status, body };
  };
};

// What is measured says how long each of its replies is; a reply in chunks is a fault of the measurement.
const readHead = (bytes: Buffer): { status: number; end: number } | undefined => {
  const place = bytes.indexOf(HEAD_END);
  if (place < 0) return undefined;
  const text = bytes.toString('latin1', 0, place);
  const size = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (size === undefined) throw new Error(`A reply without Content-Length:\n${text}`);
  return { status: Number(text.slice(9, 12)), end: place + HEAD_END.length + Number(size) };
};
