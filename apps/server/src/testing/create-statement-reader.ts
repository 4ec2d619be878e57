/** What a client says after it has signed in: a letter, and what it says (PostgreSQL 18, 54.2). */
type Message = { type: string; body: string };

/**
 * Reads what a client sends to PostgreSQL over one connection: of each chunk the statements that end with it, each one
 * round trip. A statement is a query, or ends with Sync after its Bind. A prepared one is parsed once, and named in the
 * Bind from then on.
 */
export const createStatementReader = () => {
  const read = createMessageReader();
  const prepared = new Map<string, string>();
  let text = '';
  return (chunk: Buffer): string[] => {
    const statements: string[] = [];
    for (const { type, body } of read(chunk)) {
      const [first = '', second = ''] = body.split('\0', 2);
      if (type === 'Q') text = first;
      if (type === 'P') prepared.set(first, (text = second));
      if (type === 'B') text = prepared.get(second) ?? text;
      if (type === 'Q' || type === 'S') statements.push(text.trim());
    }
    return statements;
  };
};

const createMessageReader = () => {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      // The first has no letter.
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return messages;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return messages;
      const type = isFirst ? '' : String.fromCharCode(rest[0]!);
      messages.push({ type, body: rest.toString('latin1', start + 4, end) });
      rest = rest.subarray(end);
      isFirst = false;
    }
  };
};
