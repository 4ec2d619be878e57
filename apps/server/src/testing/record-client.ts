/** A message is a letter, the length of the rest, and the rest (PostgreSQL 18, 54.2). */
type Message = { type: string; body: Buffer };

/** Statements of one trip went out before the answer to the first was back. */
export type SentStatement = { text: string; values: SentValue[]; connection: number; trip: number };

/** Text in the format of text, bytes in the binary one. */
export type SentValue = string | Buffer | null;

/** Hears what a client says on its connection. */
export type ClientRecorder = {
  hear: (chunk: Buffer) => SentStatement[];
  /** The database has answered a trip, whole or in part. */
  answered: () => void;
};

/** Gives statements once the database has been told to answer: with the Sync behind them, or a query at once. */
export const recordClient = (connection = 0, nextTrip = (): number => 0): ClientRecorder => {
  const read = readMessages({ isClient: true });
  const prepared = new Map<string, string>();
  let bound: Pick<SentStatement, 'text' | 'values'> = { text: '', values: [] };
  const executed: SentStatement[] = [];
  let [trip, unanswered] = [0, 0];
  let isWithin = false;
  const speak = (): void => {
    if (!isWithin && unanswered === 0) trip = nextTrip();
    isWithin = true;
  };
  const end = (): void => {
    isWithin = false;
    unanswered += 1;
  };
  const handle: Record<string, (body: Buffer) => SentStatement[] | void> = {
    P: (body) => {
      speak();
      const { text: name, next } = readText(body, 0);
      prepared.set(name, readText(body, next).text.trim());
    },
    B: (body) => {
      speak();
      bound = readBind(body, prepared);
    },
    E: () => void executed.push({ ...bound, connection, trip }),
    S: () => {
      speak();
      end();
      return executed.splice(0);
    },
    Q: (body) => {
      speak();
      end();
      return [{ text: readText(body, 0).text.trim(), values: [], connection, trip }];
    },
  };
  return {
    hear: (chunk) => read(chunk).flatMap(({ type, body }) => handle[type]?.(body) ?? []),
    answered: () => {
      unanswered = Math.max(0, unanswered - 1);
    },
  };
};

const readBind = (
  body: Buffer,
  prepared: ReadonlyMap<string, string>,
): Pick<SentStatement, 'text' | 'values'> => {
  const name = readText(body, readText(body, 0).next);
  const formats = readFormats(body, name.next);
  const values: SentValue[] = [];
  let position = formats.next + 2;
  for (let left = body.readUInt16BE(formats.next); left > 0; left--) {
    const size = body.readInt32BE(position);
    position += 4;
    const isBinary = (formats.codes.length > 1 ? formats.codes[values.length] : formats.codes[0]) === 1;
    const bytes = size < 0 ? null : Buffer.from(body.subarray(position, position + size));
    values.push(bytes && !isBinary ? bytes.toString('utf8') : bytes);
    position += Math.max(0, size);
  }
  return { text: prepared.get(name.text) ?? '', values };
};

const readFormats = (body: Buffer, from: number): { codes: number[]; next: number } => {
  const count = body.readUInt16BE(from);
  const codes = Array.from({ length: count }, (_, index) => body.readUInt16BE(from + 2 + 2 * index));
  return { codes, next: from + 2 + 2 * count };
};

/** A client's first message has no letter. */
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

const readText = (body: Buffer, from: number): { text: string; next: number } => {
  const end = body.indexOf(0, from);
  return { text: body.toString('utf8', from, end), next: end + 1 };
};
