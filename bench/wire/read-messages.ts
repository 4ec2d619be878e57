/** A message of PostgreSQL's protocol: a letter, the length of the rest, the rest (PostgreSQL 18, 54.2). */
export type Message = { type: string; body: Buffer };

/** Cuts what one side of a connection says into its messages. A client's first has no letter. */
export const readMessages = ({ isClient }: { isClient: boolean }): ((chunk: Buffer) => Message[]) => {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = isClient;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return messages;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return messages;
      const type = isFirst ? '' : String.fromCharCode(rest[0]!);
      messages.push({ type, body: rest.subarray(start + 4, end) });
      rest = rest.subarray(end);
      isFirst = false;
    }
  };
};

/** The text up to the next zero, and where it goes on. */
export const readText = (body: Buffer, from: number): { text: string; next: number } => {
  const end = body.indexOf(0, from);
  return { text: body.toString('utf8', from, end), next: end + 1 };
};
