import { DataStore, ERRORS, Upload } from '@tus/server';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Clock } from '../clock.ts';
import { type ListedObject, MissingObjectError, type ObjectStore } from './object-store.ts';

/** Uploads in flight, for the `datastore` of @tus/server. */
export type UploadStore = DataStore & {
  /** @tus/server would serve a `read` to a GET, hence another name. */
  openUpload: (id: string) => Promise<Readable>;
  sweepAbandoned: (olderThanMs: number) => Promise<number>;
};

/**
 * An upload's state and segments are objects: it may go on at any server that shares the store, and bytes that a client
 * was told have arrived outlive a crash of the server.
 */
export const createUploadStore = ({
  objects,
  clock,
}: {
  objects: ObjectStore;
  clock: Clock;
}): UploadStore => {
  const remove = async (id: string) => {
    await readState(objects, id);
    await removeUpload(objects, id);
  };
  return Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'creation-defer-length', 'termination'],
    create: async (upload: Upload) => {
      upload.creation_date = clock.now().toISOString();
      await writeState(objects, upload);
      return upload;
    },
    write: (stream: Readable, id: string, offset: number) => writeSegments(objects, { stream, id, offset }),
    getUpload: (id: string) => findUpload(objects, id),
    declareUploadLength: async (id: string, size: number) =>
      writeState(objects, { ...(await readState(objects, id)), id, size }),
    remove,
    openUpload: (id: string) => openUpload(objects, id),
    sweepAbandoned: (olderThanMs: number) =>
      sweepAbandoned(objects, new Date(clock.now().getTime() - olderThanMs)),
  });
};

type State = Pick<Upload, 'id' | 'size' | 'metadata' | 'creation_date'>;

const UPLOADS = 'uploads/';

const writeState = async (objects: ObjectStore, { id, size, metadata, creation_date }: State) => {
  const state = JSON.stringify({ size, metadata, creation_date });
  await objects.put(`${folderOf(id)}state`, Buffer.from(state));
};

const readState = async (objects: ObjectStore, id: string): Promise<Omit<State, 'id'>> => {
  try {
    return (await json(await objects.get(`${folderOf(id)}state`))) as Omit<State, 'id'>;
  } catch (error) {
    throw error instanceof MissingObjectError ? ERRORS.FILE_NOT_FOUND : error;
  }
};

// Ids come from paths of requests: only a single segment names an upload.
const folderOf = (id: string): string => {
  if (!/^[\w-]{1,100}$/.test(id)) throw ERRORS.FILE_NOT_FOUND;
  return `${UPLOADS}${id}/`;
};

const findUpload = async (objects: ObjectStore, id: string): Promise<Upload> => {
  const { size, metadata, creation_date } = await readState(objects, id);
  const segments = await listSegments(objects, id);
  const arrived = segments.reduce((sum, { byte_size }) => sum + byte_size, 0);
  return new Upload({
    id,
    // A recording is cut at its present length, and a part that is on its way may still be written behind that.
    offset: Math.min(arrived, size ?? arrived),
    ...(size === undefined ? {} : { size }),
    ...(metadata ? { metadata } : {}),
    ...(creation_date ? { creation_date } : {}),
  });
};

const writeSegments = async (
  objects: ObjectStore,
  { stream, id, offset }: { stream: Readable; id: string; offset: number },
): Promise<number> => {
  let position = offset;
  for await (const segment of cutSegments(stream)) {
    await objects.put(`${folderOf(id)}${position}-${segment.length}`, segment);
    position += segment.length;
  }
  return position;
};

/**
 * In order, without a gap. Two servers may have written from one offset, when a client came back before its first
 * connection was given up. Their bytes are the same, so the longest segment counts.
 */
const listSegments = async (objects: ObjectStore, id: string): Promise<ListedObject[]> => {
  const longest = new Map<number, ListedObject>();
  for await (const found of objects.list(folderOf(id))) {
    const offset = Number(/\/(\d+)-\d+$/.exec(found.key)?.[1] ?? NaN);
    if (found.byte_size > (longest.get(offset)?.byte_size ?? 0)) longest.set(offset, found);
  }
  const segments: ListedObject[] = [];
  let position = 0;
  for (let next = longest.get(0); next; next = longest.get(position)) {
    segments.push(next);
    position += next.byte_size;
  }
  return segments;
};

const openUpload = async (objects: ObjectStore, id: string): Promise<Readable> => {
  const { offset, size } = await findUpload(objects, id);
  if (offset !== size) throw new Error(`The upload ${id} has ${offset} of ${size} bytes: it must be resumed`);
  const segments = await listSegments(objects, id);
  return Readable.from(readSegments(objects, segments, size), { objectMode: false });
};

async function* readSegments(objects: ObjectStore, segments: ListedObject[], size: number) {
  let left = size;
  for (const { key } of segments) {
    if (left === 0) return;
    for await (const chunk of (await objects.get(key)) as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      yield part;
      if (left === 0) break;
    }
  }
}

const removeUpload = async (objects: ObjectStore, id: string): Promise<void> => {
  // The state goes first: without it the upload is gone, and the sweep removes the bytes that a crash leaves.
  await objects.delete(`${folderOf(id)}state`);
  for await (const { key } of objects.list(folderOf(id))) await objects.delete(key);
};

const sweepAbandoned = async (objects: ObjectStore, before: Date): Promise<number> => {
  const newest = new Map<string, Date>();
  for await (const { key, modified_at } of objects.list(UPLOADS)) {
    const id = key.split('/')[1]!;
    if (modified_at > (newest.get(id) ?? new Date(0))) newest.set(id, modified_at);
  }
  const abandoned = [...newest].filter(([, modifiedAt]) => modifiedAt <= before);
  for (const [id] of abandoned) await removeUpload(objects, id);
  return abandoned.length;
};

/** These bytes wait in memory: after a crash of the server a client sends at most as many again. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;

/** When the stream breaks off, the bytes that have arrived still come before the error. */
export async function* cutSegments(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  const take = () => {
    const segment = Buffer.concat(chunks, length);
    chunks = [];
    length = 0;
    return segment;
  };
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= SEGMENT_BYTES) yield take();
    }
  } catch (error) {
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}
